import type { Client } from '../client.ts';
import { chance } from '../clock.ts';

/** The input of `tracesSampler`. */
export interface SamplingContext {
  name: string;
  attributes: Record<string, unknown>;
  /** The decision of the calling service, if this trace continues one. */
  parentSampled: boolean | undefined;
}

/** Decides for a trace, and writes it down where headers and envelopes read it. */
export function sample({ options, propagation }: Client, name: string, attributes: Record<string, unknown>): boolean {
  const { tracesSampler, tracesSampleRate } = options;
  const { parentSampled, dsc } = propagation;
  // A page that records nothing leaves the decision to the called services.
  if (!isRecording(options)) return false;
  const rate =
    Number(tracesSampler ? tracesSampler({ name, attributes, parentSampled }) : (parentSampled ?? tracesSampleRate)) ||
    0;
  // One random number per trace, so that all services decide alike.
  const rand = (propagation.rand ??= Number(dsc?.['sample_rand']) || chance());
  const sampled = rand < rate;
  propagation.sampled = sampled;
  propagation.sampling = { sampled: `${sampled}`, sample_rate: `${rate}`, sample_rand: `${rand}` };
  return sampled;
}

export const isRecording = ({ tracesSampler, tracesSampleRate }: Client['options']): boolean =>
  !!tracesSampler || tracesSampleRate !== undefined;
