import { BlockList, isIP } from 'node:net';
import { canonicalHost, logFormats, logLevels, type InternalHosts, type LogOptions } from '@seismo/server/parts';
import { resolve } from 'node:path';
import { z } from 'zod';
import { limits } from '@seismo/protocol';

/** All settings from the environment. Only `main` reads it; an invalid value gives one clear message. */
export interface Config {
  port: number;
  host: string;
  /** In DSNs and links; without a final slash. */
  publicUrl: string;
  /** Whether `SEISMO_URL` sets it. */
  hasPublicUrl: boolean;
  dataDir: string;
  /** The PostgreSQL database of the state store; `null`: a SQLite file in `dataDir`. */
  stateUrl: string | null;
  /** Threads that process reports; a project always has the same one. */
  pipelineThreads: number;
  tunnelPath: string;
  trustedProxies: BlockList;
  /** Free bytes below which new data is refused; `null`: depending on the size of the disk. */
  diskFloorBytes: number | null;
  /** How many bytes the data directory may have; `null`: as decided at the first start. */
  diskBudgetBytes: number | null;
  /** Of the disk budget. */
  spanSharePercent: number;
  /** Hosts of the internal network that owners of organizations may name. */
  internalHosts: InternalHosts;
  /** The secret that tunnels of customers' apps sign visitor addresses with; `null` without tunnels. */
  tunnelSecret: string | null;
  /** The server that sends mail, and the sender of it; `null`: no mail. */
  mail: { smtpUrl: URL; from: string } | null;
  /** Requested every minute while the server is ready; `null`: no heartbeats. */
  heartbeatUrl: string | null;
  log: LogOptions;
  /** Encrypts the key of the secrets in backups; `null`: commands read it from a file, or leave the key out. */
  backupPassphrase: string | null;
  /** Backups that the server writes by itself; `null`: none. */
  backups: { folder: string; everyMs: number; keepMs: number } | null;
  /** Whether a built server serves `/-/gallery`, for tests. In development it is always served. */
  gallery: boolean;
  /** Variables that look like settings, but are none: probably misspelled. */
  unknownSettings: string[];
}

const defaults = {
  PORT: '8300',
  HOST: '127.0.0.1',
  SEISMO_DATA_DIR: './data',
  SEISMO_TUNNEL_PATH: '/monitoring',
  SEISMO_PIPELINE_THREADS: '1',
  SEISMO_BACKUP_HOURS: '24',
  SEISMO_BACKUP_KEEP_DAYS: '14',
};

const byteUnits: Record<string, number> = { MB: 1e6, GB: 1e9, TB: 1e12 };

const bytesOf = (text: string) => Number.parseInt(text, 10) * (byteUnits[text.slice(-2)] ?? 0);

/** A comma-separated list. `refuse` takes the end of a sentence that starts with the name of the variable. */
function list<T>(read: (entries: string[], refuse: (message: string) => never) => T) {
  return z
    .string()
    .default('')
    .transform((text, context): T => {
      const entries = text.split(',').map((part) => part.trim());
      return read(entries.filter(Boolean), (message) => {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      });
    });
}

function isRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const widest = isIP(address) === 6 ? 128 : 32;
  const isBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest);
  return isIP(address) !== 0 && isBits && rest.length === 0;
}

function rangesOf(entries: string[]): BlockList {
  const ranges = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    ranges.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return ranges;
}

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number, such as 8300')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be at most 65535'),
  HOST: z.string().min(1, 'must be an address to listen on, such as 127.0.0.1 or 0.0.0.0'),
  SEISMO_URL: z
    .url({ protocol: /^https?$/, error: 'must be the public URL, such as https://seismo.example.com' })
    .refine(
      (text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`,
      'must be a host name without a path, such as https://seismo.example.com: the dashboard cannot run below a path of another site',
    )
    .optional(),
  SEISMO_DATA_DIR: z.string().min(1),
  SEISMO_STATE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a URL such as postgres://user:password@host:5432/database' })
    .optional(),
  SEISMO_TUNNEL_PATH: z
    .string()
    .regex(/^(\/[A-Za-z0-9_-]+)+$/, 'must be a path such as /monitoring: letters, digits, "-" and "_"')
    .refine(
      (path) => !/^\/(api|_next|kit|healthz|readyz|metrics)(\/|$)/.test(path),
      'must not be a path that Seismo uses',
    ),
  SEISMO_PIPELINE_THREADS: z
    .string()
    .regex(/^[1-8]$/, 'must be a number from 1 to 8')
    .transform(Number),
  SEISMO_DISK_FLOOR: z
    .string()
    .regex(/^(0|[1-9]\d{0,8}(MB|GB|TB))$/, 'must be a size such as 500MB or 2GB, or 0 for none')
    .transform(bytesOf)
    .optional(),
  SEISMO_DISK_BUDGET: z
    .string()
    .regex(/^[1-9]\d{0,8}(MB|GB|TB)$/, 'must be a size such as 20GB')
    .transform(bytesOf)
    .refine(
      (bytes) => bytes >= limits.DISK_BUDGET_BYTES_MIN,
      `must be at least ${Math.ceil(limits.DISK_BUDGET_BYTES_MIN / 1e6)}MB`,
    )
    .optional(),
  SEISMO_SPAN_SHARE: z
    .string()
    .regex(/^([1-9]\d?|100)%$/, 'must be a share of the disk budget from 1% to 100%')
    .transform((share) => Number(share.slice(0, -1)))
    .default(limits.SPAN_SHARE_DEFAULT_PERCENT),
  SEISMO_TUNNEL_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SEISMO_HEARTBEAT_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://hc-ping.com/<id>' })
    .optional(),
  SEISMO_SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must be a URL such as smtp://user:password@mail.example.com:587',
    })
    .optional(),
  SEISMO_MAIL_FROM: z
    .string()
    .regex(
      /^([^<>"\r\n]{0,100} <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/,
      'must be an address such as alerts@example.com or Seismo <alerts@example.com>',
    )
    .optional(),
  SEISMO_LOG_LEVEL: z.enum(logLevels, 'must be info, warn or error').default('info'),
  SEISMO_LOG_FORMAT: z.enum(logFormats, 'must be json or text').optional(),
  SEISMO_BACKUP_FOLDER: z
    .string()
    .startsWith('/', 'must be the absolute path of a folder, such as /backups')
    .optional(),
  SEISMO_BACKUP_HOURS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a number of hours from 1 to 999')
    .transform(Number),
  SEISMO_BACKUP_KEEP_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a number of days from 1 to 9999')
    .transform(Number),
  SEISMO_BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  SEISMO_GALLERY: z.enum(['on', 'off'], 'must be on or off').default('off'),
  SEISMO_TRUSTED_PROXIES: list((entries, refuse) => {
    const wrong = entries.find((entry) => !isRange(entry));
    return wrong === undefined
      ? rangesOf(entries)
      : refuse(`must be a list of addresses or CIDR ranges such as 10.0.0.0/8,::1; "${wrong}" is neither`);
  }),
  SEISMO_ALLOWED_INTERNAL_HOSTS: list((entries, refuse) => {
    const names = entries.filter((entry) => !isRange(entry)).map((entry) => entry.toLowerCase().replace(/\.$/, ''));
    const wrong = names.find((name) => canonicalHost(name) !== name || isIP(name) !== 0);
    return wrong === undefined
      ? { names: new Set(names), addresses: rangesOf(entries.filter(isRange)) }
      : refuse(`must be a list of host names, addresses or CIDR ranges such as login.corp,10.0.0.0/8, not "${wrong}"`);
  }),
});

/** Of SDKs, the tools of this repository, and for tracing a failure. */
const notOfTheServer =
  /^SEISMO_(DSN|AUTH_TOKEN|ORG|PROJECT|RELEASE|DIST|ENVIRONMENT|HOST|DEBUG|SNIPPETS|FAIL_.*|NEXT_.*|TEST_.*)$/;

function isUnknown(name: string): boolean {
  return name.startsWith('SEISMO_') && !(name in environment.shape) && !notOfTheServer.test(name);
}

/** Reserved settings of engines that this version lacks. Refuse them, because ignoring them would look like success. */
const notYet = ['SEISMO_TELEMETRY_URL', 'SEISMO_BLOBS_URL'];

/**
 * Throws an Error whose message names the variable, the problem and a valid value. `isTerminal`: whether a person reads
 * the log.
 */
export function readConfig(env: NodeJS.ProcessEnv, isTerminal = false): Config {
  const unsupported = notYet.find((name) => env[name]);
  if (unsupported)
    throw new Error(`${unsupported} is set, but this version stores telemetry and blobs in SEISMO_DATA_DIR. Unset it.`);
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse({ ...defaults, ...given });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${String(issue!.path[0])} ${issue!.message}.`);
  }
  const { PORT, HOST, SEISMO_URL, SEISMO_DATA_DIR, SEISMO_TUNNEL_PATH, SEISMO_TRUSTED_PROXIES } = parsed.data;
  return {
    port: PORT,
    host: HOST,
    publicUrl: (SEISMO_URL ?? `http://${urlHost(HOST)}:${PORT}`).replace(/\/+$/, ''),
    hasPublicUrl: SEISMO_URL !== undefined,
    dataDir: resolve(SEISMO_DATA_DIR),
    stateUrl: parsed.data.SEISMO_STATE_URL ?? null,
    pipelineThreads: parsed.data.SEISMO_PIPELINE_THREADS,
    tunnelPath: SEISMO_TUNNEL_PATH,
    trustedProxies: SEISMO_TRUSTED_PROXIES,
    diskFloorBytes: parsed.data.SEISMO_DISK_FLOOR ?? null,
    diskBudgetBytes: parsed.data.SEISMO_DISK_BUDGET ?? null,
    spanSharePercent: parsed.data.SEISMO_SPAN_SHARE,
    internalHosts: parsed.data.SEISMO_ALLOWED_INTERNAL_HOSTS,
    tunnelSecret: parsed.data.SEISMO_TUNNEL_SECRET ?? null,
    mail: mailOf(parsed.data),
    heartbeatUrl: parsed.data.SEISMO_HEARTBEAT_URL ?? null,
    log: {
      level: parsed.data.SEISMO_LOG_LEVEL,
      format: parsed.data.SEISMO_LOG_FORMAT ?? (isTerminal ? 'text' : 'json'),
    },
    backups: backupsOf(parsed.data),
    backupPassphrase: parsed.data.SEISMO_BACKUP_PASSPHRASE ?? null,
    gallery: parsed.data.SEISMO_GALLERY === 'on',
    unknownSettings: Object.keys(given).filter(isUnknown),
  };
}

function backupsOf({
  SEISMO_BACKUP_FOLDER: folder,
  SEISMO_BACKUP_HOURS: hours,
  SEISMO_BACKUP_KEEP_DAYS: days,
  SEISMO_DATA_DIR: dataDir,
}: z.infer<typeof environment>): Config['backups'] {
  if (folder === undefined) return null;
  if (`${resolve(folder)}/`.startsWith(`${resolve(dataDir)}/`))
    throw new Error(
      'SEISMO_BACKUP_FOLDER is in the data directory, so both would be lost together. Name a folder on another disk.',
    );
  return { folder: resolve(folder), everyMs: hours * 3_600_000, keepMs: days * 86_400_000 };
}

function mailOf({ SEISMO_SMTP_URL: smtpUrl, SEISMO_MAIL_FROM: from }: z.infer<typeof environment>): Config['mail'] {
  if (smtpUrl === undefined && from === undefined) return null;
  if (smtpUrl === undefined)
    throw new Error('SEISMO_MAIL_FROM needs SEISMO_SMTP_URL, such as smtp://user:password@mail.example.com:587.');
  if (from === undefined)
    throw new Error('SEISMO_SMTP_URL needs SEISMO_MAIL_FROM, the sender of mail, such as alerts@example.com.');
  return { smtpUrl: new URL(smtpUrl), from };
}

/** An address that listens everywhere is no address to call: links then name this machine. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}
