import { parseArgs } from 'node:util';
import { exportProjectCommand } from './commands/export-project.ts';
import { sendCommand } from './commands/send.ts';
import { endUserCommand } from './commands/end-user.ts';
import { setLogOptions } from '@seismo/server/parts';
import { backupCommand } from './commands/backup.ts';
import { copyStateCommand } from './commands/copy-state.ts';
import { createProjectCommand } from './commands/create-project.ts';
import { createTokenCommand } from './commands/create-token.ts';
import { createUserCommand } from './commands/create-user.ts';
import { deadLettersCommand } from './commands/dead-letters.ts';
import { doctorCommand } from './commands/doctor.ts';
import { restoreCommand } from './commands/restore.ts';
import { resumeCommand } from './commands/resume.ts';
import { signInLinkCommand } from './commands/sign-in-link.ts';
import { startCommand } from './commands/start.ts';
import { readConfig } from './config.ts';
import { UsageError } from './usage.ts';

const usage = `Seismo

  start [--demo]                                   start the server
        [--accept-loss]                            start it although data is missing (read docs/set-up.md first)
        [--migrate-without-copy]                   upgrade the stores without copying them first, if the disk has no room
  user create --email <address> [--password <p>] [--name <name>] [--role owner|admin|member|viewer|support] [--json]
  user link --email <address> [--json]             print a one-time sign-in link; it needs no password or second factor
  project create <slug> [--name <name>] [--platform <platform>] [--json]
  project export <slug> [--format ndjson|envelopes]   write everything the project received to the output
  send <file> --dsn <dsn> [--json]                 send the envelopes of an export to any server that takes Sentry's
  end-user find <identifiers> [--project <slug>]... [--json]          report what is stored of one end user
  end-user export <identifiers> [--project <slug>]...                write all of it to the output, one JSON object a line
  end-user delete <identifiers> [--project <slug>]... [--yes] [--json]   delete all of it
        identifiers: --id, --email, --username or --ip, several of them if they belong to one user
        [--organization <slug>] [--user <address>]   if there are several organizations; the server must be running
  state copy --from <url|file> --to <url|file>     copy the state store to another engine, while the server is stopped
  doctor [--fix] [--json]                          check the server and its data, running or not; --fix repairs what is safe
  dead-letters list [<project>] [--json]           items that could not be processed
  dead-letters show <project> <id> [--json]        one item with its content
  dead-letters replay <project> <id>|--reason <r>|--all [--json]
                                                   process one again, all of a reason, or all
  backup <file|folder|->                           back up a running or stopped server to a new file or standard output,
                                                   or what is new to a folder of backups
        [--include-key] [--passphrase-file <file>] with the key of the secrets, encrypted
  restore <file|folder|-> [--at <time>]            restore a backup to an empty data directory; of a folder, the newest,
        [--passphrase-file <file>]                 or the newest up to a time
  resume                                           let a restored server connect to other hosts again
  token create --scopes <a,b> [--label <text>] [--user <address>] [--json]

Without --password, "user create" prints a one-time sign-in link instead.
Settings come from the environment: PORT, HOST, SEISMO_URL, SEISMO_DATA_DIR, SEISMO_STATE_URL, SEISMO_TUNNEL_PATH,
SEISMO_TRUSTED_PROXIES, SEISMO_ALLOWED_INTERNAL_HOSTS, SEISMO_SMTP_URL, SEISMO_MAIL_FROM, SEISMO_HEARTBEAT_URL,
SEISMO_LOG_FORMAT, SEISMO_LOG_LEVEL, SEISMO_BACKUP_FOLDER, SEISMO_BACKUP_HOURS, SEISMO_BACKUP_KEEP_DAYS,
SEISMO_BACKUP_PASSPHRASE.
`;

const options = {
  demo: { type: 'boolean' },
  'accept-loss': { type: 'boolean' },
  'migrate-without-copy': { type: 'boolean' },
  dev: { type: 'boolean' },
  fix: { type: 'boolean' },
  all: { type: 'boolean' },
  reason: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  email: { type: 'string' },
  password: { type: 'string' },
  name: { type: 'string' },
  role: { type: 'string' },
  platform: { type: 'string' },
  scopes: { type: 'string' },
  label: { type: 'string' },
  user: { type: 'string' },
  id: { type: 'string', multiple: true },
  username: { type: 'string', multiple: true },
  ip: { type: 'string', multiple: true },
  project: { type: 'string', multiple: true },
  format: { type: 'string' },
  dsn: { type: 'string' },
  organization: { type: 'string' },
  yes: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  'include-key': { type: 'boolean' },
  'passphrase-file': { type: 'string' },
  at: { type: 'string' },
} as const;

async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parse(argv);
  if (values.help || positionals[0] === 'help') return void process.stdout.write(usage);
  const [noun = 'start', verb, argument] = positionals;
  if (noun === 'send') return sendCommand(verb, values);
  if (noun === 'doctor') {
    process.exitCode = await doctorCommand(process.env, { fix: values.fix ?? false, json: values.json ?? false });
    return;
  }
  const config = readConfig(process.env, process.stderr.isTTY);
  setLogOptions(config.log);
  if (noun === 'dead-letters') return deadLettersCommand(config, positionals.slice(1), values);
  if (noun === 'backup') return backupCommand(config, verb, values);
  if (noun === 'restore') return restoreCommand(config, verb, values);
  switch (`${noun}${verb ? ` ${verb}` : ''}`) {
    case 'start':
      return startCommand(config, {
        demo: values.demo ?? false,
        dev: values.dev ?? false,
        acceptLoss: values['accept-loss'] ?? false,
        withoutCopy: values['migrate-without-copy'] ?? false,
      });
    case 'user create':
      return createUserCommand(config, values);
    case 'user link':
      return signInLinkCommand(config, values);
    case 'project create':
      return createProjectCommand(config, argument, values);
    case 'end-user find':
    case 'end-user export':
    case 'end-user delete':
      return endUserCommand(config, verb as 'find' | 'export' | 'delete', values);
    case 'project export':
      return exportProjectCommand(config, argument, values);
    case 'resume':
      return resumeCommand(config);
    case 'state copy':
      return copyStateCommand(config, values);
    case 'token create':
      return createTokenCommand(config, values);
    default:
      throw new UsageError(`Unknown command "${positionals.join(' ')}".`);
  }
}

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

// New files are readable by this user only.
process.umask(0o077);

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${usage}`);
  else process.stderr.write(`${process.env['SEISMO_DEBUG'] ? (error as Error).stack : (error as Error).message}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
