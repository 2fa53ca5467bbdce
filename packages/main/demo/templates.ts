import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type DemoProject = 'shop-web' | 'shop-api' | 'shop-worker' | 'shop-office';

/** Of shop-web: without debug IDs, with them and uploaded, with them and not uploaded. Servers have the second. */
export type DemoBuild = 'first' | 'production' | 'staging';

export interface TemplateItem {
  header: Record<string, unknown>;
  payload: Buffer;
}

export interface TemplateEnvelope {
  /** Milliseconds after the visit began. */
  afterMs: number;
  header: Record<string, unknown>;
  items: TemplateItem[];
}

/** One run of a demo app: everything its SDK sent. */
export interface Template {
  project: DemoProject;
  build: DemoBuild;
  scenario: string;
  userAgent: string;
  /** Recordings of several apps with the same visit happened together. */
  visit: string | null;
  /** Unix milliseconds at which the recording of the visit began. */
  recordedAtMs: number;
  envelopes: TemplateEnvelope[];
}

// This module is also part of `dist/main.js`.
const folder = join(import.meta.dirname, '../demo/envelopes');
const NEWLINE = 0x0a;

/** Unlike the protocol's reader, this keeps every header field, because they are written back. The files are ours. */
function splitEnvelope(bytes: Buffer): Omit<TemplateEnvelope, 'afterMs'> {
  let at = 0;
  const line = (): string => {
    const end = bytes.indexOf(NEWLINE, at);
    const text = bytes.toString('utf8', at, end === -1 ? bytes.length : end);
    at = end === -1 ? bytes.length : end + 1;
    return text;
  };
  const header = JSON.parse(line()) as Record<string, unknown>;
  const items: TemplateItem[] = [];
  while (at < bytes.length) {
    const itemHeader = JSON.parse(line()) as Record<string, unknown>;
    const length = itemHeader['length'];
    const newline = bytes.indexOf(NEWLINE, at);
    const end = typeof length === 'number' ? at + length : newline === -1 ? bytes.length : newline;
    items.push({ header: itemHeader, payload: bytes.subarray(at, end) });
    at = end + 1;
  }
  return { header, items };
}

function sentAtMs(envelope: TemplateEnvelope): number {
  return Date.parse(String(envelope.header['sent_at']));
}

interface IndexEntry {
  project: DemoProject;
  build: DemoBuild;
  scenario: string;
  userAgent: string;
  visit?: string;
  envelopes: { file: string; afterMs: number }[];
}

/** The recordings that scripts/record-demo.ts made, in its order. */
export function readTemplates(): Template[] {
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as IndexEntry[];
  return index.map(({ project, build, scenario, userAgent, visit = null, envelopes: files }) => {
    const envelopes = files.map(({ file, afterMs }) => ({
      afterMs,
      ...splitEnvelope(readFileSync(join(folder, file))),
    }));
    // The largest, so that nothing is sent after it arrives; a client report has no time.
    const startsMs = envelopes.map((envelope) => sentAtMs(envelope) - envelope.afterMs).filter(Number.isFinite);
    if (startsMs.length === 0) throw new Error(`No envelope of ${project} ${scenario} says when it was sent`);
    return { project, build, scenario, userAgent, visit, recordedAtMs: Math.max(...startsMs), envelopes };
  });
}
