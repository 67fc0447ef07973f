import { call } from '@qd/web-calls'
import type { CallError } from '@qd/web-base'
import type { Confirmation } from '@qd/web-calls'
import type { FunctionEntry } from '../../contract/index.ts'
import { dryRunFunction, runFunctionNow, runFunctionOnList } from '../../contract/index.ts'
import { refOf } from '../model/function-key.ts'
import { fingerprintOf } from '../model/run-draft.ts'
import type { DryRun, RunDraft, RunReply } from '../model/run-draft.ts'
import { readUIds } from '../model/read-uids.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { queryOf } from '../place/function-home.ts'

/** The player a function works on; of a list its first one, on whom it is tried. */
function subjectOf(entry: FunctionEntry, draft: RunDraft, home: FunctionHome): string {
  if (entry.target !== 'player') return ''
  return draft.audience === 'list' ? (readUIds(draft.listText).uIds[0] ?? '') : home.uId
}

export function sendDryRun(entry: FunctionEntry, draft: RunDraft, home: FunctionHome): Promise<DryRun> {
  return call(
    dryRunFunction,
    {
      query: queryOf(home, subjectOf(entry, draft, home)),
      body: { function: refOf(entry), params: draft.values },
    },
    { at: home.at, tag: 'custom-function:run.dryRun', told: 'place' },
  )
}

/** The same request keeps its key, so that asking again after a lost answer runs it once. */
export function requestOf(
  entry: FunctionEntry,
  draft: RunDraft,
  uId: string,
): { fingerprint: string; key: string } {
  const fingerprint = `${fingerprintOf(entry, draft, uId)} ${draft.reason.trim()}`
  return draft.request?.fingerprint === fingerprint
    ? draft.request
    : { fingerprint, key: crypto.randomUUID() }
}

export interface Sent {
  key: string
  confirmation: Confirmation
}

function bodyOf(entry: FunctionEntry, draft: RunDraft, { key }: Sent) {
  return {
    function: refOf(entry),
    params: draft.values,
    reason: draft.reason.trim(),
    idempotencyKey: key,
  }
}

export function sendRun(
  entry: FunctionEntry,
  draft: RunDraft,
  home: FunctionHome,
  sent: Sent,
): Promise<RunReply> {
  const { plan } = draft
  return call(
    runFunctionNow,
    {
      query: queryOf(home, subjectOf(entry, draft, home)),
      body: {
        ...bodyOf(entry, draft, sent),
        ...(plan === null ? {} : { dryRunId: plan.reply.dryRunId }),
      },
    },
    {
      at: home.at,
      tag: 'custom-function:run.run',
      told: 'place',
      confirmation: sent.confirmation,
    },
  )
}

export function sendRunOnList(entry: FunctionEntry, draft: RunDraft, home: FunctionHome, sent: Sent) {
  const { uIds } = readUIds(draft.listText)
  return call(
    runFunctionOnList,
    { query: queryOf(home), body: bodyOf(entry, draft, sent) },
    {
      at: home.at,
      tag: 'custom-function:run.runOnList',
      told: 'place',
      text: uIds.join('\n'),
      confirmation: sent.confirmation,
    },
  )
}

/** What a refusal says of single parameters and what is inside them, by place (`attach.0.itemId`). */
export function refusalsOf(error: CallError): Record<string, string> {
  const { faults } = (error.details ?? {}) as { faults?: unknown }
  if (!Array.isArray(faults)) return {}
  return Object.fromEntries(
    faults.flatMap((fault: unknown): [string, string][] => {
      const { path, msg } = (fault ?? {}) as { path?: unknown; msg?: unknown }
      const name = typeof path === 'string' ? /^params\.(.+)/.exec(path)?.[1] : undefined
      return name === undefined || typeof msg !== 'string' ? [] : [[name, msg]]
    }),
  )
}
