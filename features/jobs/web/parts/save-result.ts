import { saveFile } from '@qd/web-base'
import { callFile } from '@qd/web-calls'
import { jobResult } from '../../contract/index.ts'
import type { RowState } from '../../contract/index.ts'

/** Half a million rows take a while. */
const TIMEOUT_MS = 10 * 60_000

/** Fetches the result file and hands it to the browser. */
export async function saveResult(jobId: string, state?: RowState): Promise<void> {
  const body = { jobId, ...(state === undefined ? {} : { state }) }
  const file = await callFile(
    jobResult,
    { body },
    { tag: 'jobs:action.result', told: 'toast', timeoutMs: TIMEOUT_MS },
  )
  saveFile(`job-${jobId}.csv`, file)
}
