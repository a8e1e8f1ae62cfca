import type { ServerResponse } from 'node:http';
import { Failure } from '#core/failure.ts';

/** One person's calls at a time. A browser opens at most six connections, or one with a hundred streams. */
export const callsMax = 32;
/** The part of these that may be reports, downloads and uploads. */
export const heavyCallsMax = 6;

/** Counts a person's calls that are under way, until the answer has ended. Refuses one too many. */
export type BeginCall = (person: string, response: ServerResponse) => void;

/** A person who reads slowly must not use up the connections to the API. */
export function openCalls(max: number): BeginCall {
  const underWay = new Map<string, number>();
  const count = (person: string, change: number) => {
    const calls = (underWay.get(person) ?? 0) + change;
    if (calls > 0) underWay.set(person, calls);
    else underWay.delete(person);
  };
  return (person, response) => {
    if (response.destroyed) return;
    if (underWay.get(person) === max) {
      const detail = `You have ${max} requests of this kind in progress. Wait for one to finish.`;
      throw new Failure('overloaded', { detail, headers: { 'Retry-After': '1' } });
    }
    count(person, 1);
    response.once('close', () => count(person, -1));
  };
}
