package dev.throughline.memory.secret;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Passwords as people tell them, in the languages that memory reads, and sentences about passwords that tell none. */
final class PasswordsInProseCorpus {
    private static final List<String> TOLD = List.of(
            "the password for the demo account: %s",
            "the password for the demo account is %s.",
            "pw: %s",
            "pw for staging is %s btw",
            "fyi pass is %s",
            "wifi password at the office is %s",
            "remember the admin password: %s, you need it for the seed script",
            "pin for the test card is %s",
            "login is ines / %s",
            "login: ines / %s",
            "use user demo and password %s",
            "creds for the sandbox are demo / %s",
            "username qa-bot, password %s",
            "das Passwort lautet %s",
            "Das Passwort für den Demo-Zugang ist %s.",
            "Datenbankpasswort: %s",
            "Zugang ist ines / %s",
            "Benutzer ines, Passwort %s",
            "Kennwort fürs WLAN: %s",
            "la contraseña es %s",
            "La contraseña de la cuenta de pruebas es %s.",
            "usuario: ines, contraseña: %s",
            "la clave del wifi es %s",
            "le mot de passe est %s",
            "Le mot de passe du compte démo : %s",
            "identifiants : ines / %s",
            "mdp: %s",
            "密码是 %s",
            "数据库的密码：%s",
            "测试账号的密码是%s，别写进代码",
            "用户名 ines 密码 %s");

    private static final List<String> WORDS =
            List.of("sunflower", "Maulwurf", "tigre", "bluewhale", "Apfelbaum", "girasol", "montagne", "raincoat");

    /** Values that look like words, remarks or stand-ins, between bars. */
    private static final List<String> WHOLE = List.of(
            "the password is |12345678|",
            "the password for staging is |sample7!|",
            "pw: |yourmum77|",
            "the password is \"|purple monkey dishwasher|\"",
            "das Passwort lautet „|rote Ziegel Wand|“",
            "le mot de passe est «|cheval batterie agrafe|»",
            "the passphrase is '|correct horse battery staple|'",
            "the wifi password is |butterfly|",
            "the wifi password is \"|butterfly|\", btw",
            "the pin for the lab is '|darling|'",
            "the password is |dessert|",
            "the password is |basement|",
            "das Passwort lautet |rote-ziegel-wand|",
            "pw: |blue-whale-song|",
            "la contraseña es |luna-verde-mar|",
            "le mot de passe est |chat-noir-gris|.",
            "the password is |blue-whale-song|");

    private static final List<String> SEQUENCES = List.of(
            "AKIA1234567890ABCDEF",
            "AKIAABCDEFGHIJKLMNOP",
            "sk-test-1234567890abcdefghij",
            "sk-proj-aaaaaaaaaaaaaaaaaaaaaaaa1234",
            "ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "ghp_1234567890abcdefghijklmnopqrstuvwxyz",
            "glpat-12345678901234567890",
            "xoxb-123456789012-123456789012-abcdefghijklmnopqrstuvwx",
            "npm_abcdefghijklmnopqrstuvwxyz1234567890",
            "hf_abcdefghijklmnopqrstuvwxyzABCDEFGH");

    private static final List<String> REMARKS = List.of(
            "the password is required",
            "The password field is hidden on mobile.",
            "the password for the demo account must be rotated",
            "the password for staging is in the vault",
            "the password is wrong, try again",
            "password: required",
            "my password is not working",
            "passwords are hashed with bcrypt",
            "the login is broken since yesterday",
            "login is handled in src/auth/login.ts",
            "login: see docs/auth.md",
            "the login page is at /login / the logout at /logout",
            "the user is ines and the team is payments",
            "username: ines",
            "user stories are in Jira / Confluence",
            "the account is active / verified",
            "accounts: see the billing / invoicing docs",
            "the pin is connected to ground",
            "pin the version to 4.2.1",
            "pass the token to the client",
            "all tests pass: 120 of 120",
            "the first pass is done",
            "pass: 12, fail: 0",
            "Das Passwort ist falsch.",
            "Das Passwort ist abgelaufen",
            "Das Passwort steht im Tresor.",
            "Der Zugang ist gesperrt",
            "Der Benutzer ist angemeldet",
            "la contraseña es obligatoria",
            "La contraseña está en el gestor.",
            "la clave es la constancia",
            "la clave primaria es id",
            "le mot de passe est obligatoire",
            "le mot de passe est dans le coffre",
            "密码是必填的",
            "密码在保险库里",
            "账号已经被锁定",
            "the password is case-sensitive",
            "the password is auto-generated",
            "the password is read-only for now",
            "the password is up-to-date",
            "password: read-only",
            "password: auto-generated",
            "the password is base-encoded",
            "password: \"Enter your password\"",
            "password: 'must be at least 8 characters'",
            "the password is \"too weak\"",
            "the password is \"required\"",
            "password: your-password-here",
            "password: <your password>",
            "the password is changeme",
            "the password is encrypted",
            "the password is missing",
            "Das Passwort ist gespeichert",
            "Das Passwort wurde geändert: siehe Tresor",
            "le mot de passe est actuellement",
            "https://host.example/search?key=name&sort=asc",
            "https://host.example/list?code=de-DE&page=12",
            "https://host.example/doc?session=spring-meeting-2026");

    private PasswordsInProseCorpus() {}

    /** Each way of telling with a value of its own, and keys that count up or repeat a letter. */
    static List<Corpus.Case> secrets(Random random) {
        List<Corpus.Case> cases = new ArrayList<>();
        for (String told : TOLD) {
            String value = value(random);
            cases.add(new Corpus.Case("spoken", told.replace("%s", value), value));
            String word = WORDS.get(random.nextInt(WORDS.size()));
            cases.add(new Corpus.Case("spoken word", ending(told).replace("%s", word), word));
        }
        for (String told : WHOLE) {
            String value = told.substring(told.indexOf('|') + 1, told.lastIndexOf('|'));
            cases.add(new Corpus.Case("spoken whole", told.replace("|", ""), value));
        }
        for (String key : SEQUENCES) {
            cases.add(new Corpus.Case("sequence", "the key is " + key + " for now", key));
        }
        String key = some(random, "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789", 16) + "7q";
        cases.add(new Corpus.Case("parameter", "I put it into https://api.example/v1/tiles?k=" + key, key));
        return cases;
    }

    static List<Corpus.Case> lookAlikes() {
        return REMARKS.stream().map(text -> new Corpus.Case("remark", text, "")).toList();
    }

    /** A word of letters is only known for a password where it ends its clause. */
    private static String ending(String told) {
        return told.replaceFirst("%s (?:btw)$", "%s");
    }

    private static String value(Random random) {
        String letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
        return switch (random.nextInt(4)) {
            case 0 -> some(random, letters, 6) + random.nextInt(10, 99);
            case 1 -> some(random, letters, 4) + "!" + random.nextInt(100, 999) + some(random, letters, 2);
            case 2 -> some(random, letters, 4) + "-" + some(random, letters, 4) + "-" + random.nextInt(10, 99);
            default -> "Tr0ub" + some(random, letters, 3) + "&" + random.nextInt(9);
        };
    }

    private static String some(Random random, String letters, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }
}
