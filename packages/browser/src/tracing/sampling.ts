import type { Client } from '../client.ts';
import { chance } from '../clock.ts';

/** What `tracesSampler` decides by. */
export interface SamplingContext {
  name: string;
  attributes: Record<string, unknown>;
  /** What the service before decided for the trace that this one continues. */
  parentSampled: boolean | undefined;
}

/** Decides for a trace, and writes it down where headers and envelopes read it. */
export function sample({ options, propagation }: Client, name: string, attributes: Record<string, unknown>): boolean {
  const { tracesSampler, tracesSampleRate } = options;
  const { parentSampled, dsc } = propagation;
  // Who records nothing leaves the decision to the services behind.
  if (!isRecording(options)) return false;
  const rate =
    Number(tracesSampler ? tracesSampler({ name, attributes, parentSampled }) : (parentSampled ?? tracesSampleRate)) ||
    0;
  // One draw for all services of a trace keeps their decisions together.
  const rand = (propagation.rand ??= Number(dsc?.['sample_rand']) || chance());
  const sampled = rand < rate;
  propagation.sampled = sampled;
  propagation.sampling = { sampled: `${sampled}`, sample_rate: `${rate}`, sample_rand: `${rand}` };
  return sampled;
}

export const isRecording = ({ tracesSampler, tracesSampleRate }: Client['options']): boolean =>
  !!tracesSampler || tracesSampleRate !== undefined;
