package dev.leadline.app.commands;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.server.token.Tokens;
import dev.leadline.storage.Studies;
import dev.leadline.storage.token.Role;
import dev.leadline.storage.token.Token;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Decides who may call a server. */
@Command(
    name = "token",
    description = "Makes, lists and revokes the tokens that a server asks for.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "create|list|revoke")
public final class TokenCommand extends ConsoleCommand.Group {

  private static final String NEVER = "never";

  @Command(
      name = "create",
      description = "Makes a token and prints it; it is kept as a hash and never shown again.",
      mixinStandardHelpOptions = true)
  int create(
      @Mixin StoreOption store,
      @Parameters(paramLabel = "NAME", description = "Whose it is, for people.") String name,
      @Option(
              names = "--role",
              required = true,
              paramLabel = "ROLE",
              description = "read, work (evaluate trials, create studies) or admin (delete).")
          String role,
      @Option(
              names = "--expires",
              paramLabel = "TIME",
              defaultValue = "90d",
              description = "How long it is valid, for example 12h, or never (default: 90d).")
          String expires) {
    Role wanted =
        Role.ofToken(role)
            .orElseThrow(
                () ->
                    UserError.usage(
                        "expected --role read, work or admin but got '%s'".formatted(role)));
    Clock clock = Clock.systemUTC();
    Optional<Instant> end =
        expires.equals(NEVER)
            ? Optional.empty()
            : Optional.of(clock.instant().plus(lifetime(expires)));
    try (Studies studies = store.open()) {
      Tokens tokens = new Tokens(studies.tokens(), new SecureRandom(), clock);
      out().println(tokens.create(name, wanted, end));
    }
    return ExitCode.OK.number();
  }

  @Command(
      name = "list",
      description = "Lists the tokens, without what makes them valid.",
      mixinStandardHelpOptions = true)
  int list(@Mixin StoreOption store) {
    try (Studies studies = store.openExisting()) {
      List<Token> all = studies.tokens().list();
      if (all.isEmpty()) {
        err().println("no tokens; make one with leadline token create");
      }
      for (Token token : all) {
        out()
            .println(
                "%s  %-5s  %s  %s"
                    .formatted(
                        token.id(),
                        token.role().word(),
                        token.expires().map(end -> "until " + end).orElse(NEVER + " expires"),
                        token.name()));
      }
    }
    return ExitCode.OK.number();
  }

  @Command(
      name = "revoke",
      description = "Makes a token useless from now on.",
      mixinStandardHelpOptions = true)
  int revoke(
      @Mixin StoreOption store,
      @Parameters(paramLabel = "ID", description = "As leadline token list shows it.") String id) {
    try (Studies studies = store.openExisting()) {
      if (!studies.tokens().remove(id)) {
        throw UserError.usage(
            "expected the id of a token but there is none '%s'; see leadline token list"
                .formatted(id));
      }
    }
    return ExitCode.OK.number();
  }

  private static Duration lifetime(String expires) {
    try {
      return new DurationConverter().convert(expires);
    } catch (TypeConversionException e) {
      throw UserError.usage("--expires: %s; or say never".formatted(e.getMessage()));
    }
  }
}
