/** Traces, metrics and log lines with a collector configured, as the collector receives them. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openLog } from '#platform/log/open-log.ts';
import { eventually } from './support/eventually.ts';
import { customer, importRows } from './support/kit.ts';
import { openReceiver, type ReceivedSpan } from './support/otlp/receiver.ts';
import { testService } from './support/service.ts';
import { openStubApi } from './support/stub-api.ts';
