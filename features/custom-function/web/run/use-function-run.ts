import { CallError, goTo } from '@qd/web-base'
import { useRememberedSets } from '@qd/web-calls'
import { findShown, toast } from '@qd/web-frame'
import type { RememberedSets } from '@qd/web-calls'
import { useQueryClient } from '@tanstack/react-query'
import { editHistory, getData } from '@qd/data-edit/contract'
import { functionList, functionRuns } from '../../contract/index.ts'
import type { FunctionEntry } from '../../contract/index.ts'
import { keyOf } from '../model/function-key.ts'
import { sensitiveNames } from '../model/parameter-values.ts'
import { dryRunBlocker, fingerprintOf, nextRunStep, runBlocker } from '../model/run-draft.ts'
import type { Blocker, RunDraft, RunStep } from '../model/run-draft.ts'
import { useFunctionHome } from '../place/function-home.ts'
import { functionText } from '../texts.ts'
import { useDraft } from './function-drafts.ts'
import { refusalsOf, requestOf, sendDryRun, sendRun, sendRunOnList } from './run-calls.ts'
import type { Sent } from './run-calls.ts'
import { runConfirmation } from './run-question.tsx'

export interface FunctionRunControls {
  draft: RunDraft
  patch: (change: Partial<RunDraft>) => void
  remembered: RememberedSets
  /** Why not yet; null when it is possible. */
  dryBlocker: Blocker | null
  blocker: Blocker | null
  /** The step that comes next; null where nothing may be run. */
  next: RunStep | null
  dryRun: () => void
  run: () => void
}

/** Trying and running one function: one thing at a time, through the dialogs it can ask for. */
export function useFunctionRun(entry: FunctionEntry, nowMs: number, onRun: () => void): FunctionRunControls {
  const home = useFunctionHome()
  const queries = useQueryClient()
  const { draft, patch } = useDraft(entry)
  const remembered = useRememberedSets(`dataModify ${home.game} ${keyOf(entry)}`)
  const dryBlocker = dryRunBlocker(entry, draft, home.uId)
  const at = { uId: home.uId, nowMs }
  const blocker = runBlocker(entry, draft, at)

  const fail = (error: unknown): void => {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'aborted') return
    patch({ failure: error, refusals: refusalsOf(error) })
    if (['function_changed', 'function_not_found'].includes(error.code))
      void queries.invalidateQueries({ queryKey: [functionList.path] })
  }

  const dryRun = async () => {
    if (draft.busy !== null || dryBlocker !== null) return
    patch({ busy: 'dry', failure: null, refusals: {} })
    try {
      const fingerprint = fingerprintOf(entry, draft, home.uId)
      patch({ plan: { fingerprint, reply: await sendDryRun(entry, draft, home) } })
    } catch (error) {
      patch({ plan: null })
      fail(error)
    } finally {
      patch({ busy: null })
    }
  }

  const settle = (): void => {
    remembered.remember(draft.values, sensitiveNames(entry.parameters))
    onRun()
    for (const { path } of [functionRuns, getData, editHistory])
      void queries.invalidateQueries({ queryKey: [path] })
  }

  const sendOnce = async (sent: Sent): Promise<void> => {
    if (draft.audience === 'list') {
      const { jobId } = await sendRunOnList(entry, draft, home, sent)
      patch({ request: null })
      settle()
      return goTo(`/jobs/${jobId}`)
    }
    const outcome = await sendRun(entry, draft, home, sent)
    const isOpen = outcome.status === 'unknown' || outcome.status === 'running'
    // What was tried has happened: the next run is another one. An open outcome is asked for under the same key.
    patch({
      outcome,
      ranWith: fingerprintOf(entry, draft, home.uId),
      ...(isOpen ? {} : { plan: null, request: null }),
    })
    if (outcome.status === 'done') toast.success(functionText('run.done', { title: entry.title }))
    settle()
  }

  const send = async (): Promise<void> => {
    const request = requestOf(entry, draft, home.uId)
    patch({ busy: 'run', failure: null, refusals: {}, request })
    try {
      await sendOnce({ key: request.key, confirmation: runConfirmation(entry, draft, home) })
    } catch (error) {
      fail(error)
    } finally {
      patch({ busy: null })
    }
  }

  const run = () => {
    if (draft.busy !== null) return
    if (blocker !== null) {
      if (blocker === 'reason') findShown('[data-run-reason]')?.focus()
      return toast.warning(functionText(`blocker.${blocker}`))
    }
    void send()
  }

  const next = nextRunStep(entry, draft, at)
  return { draft, patch, remembered, dryBlocker, blocker, next, dryRun: () => void dryRun(), run }
}
