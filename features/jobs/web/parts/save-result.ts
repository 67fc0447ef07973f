import { callFile } from '@qd/web-kit'
import { jobResult } from '../../contract/index.ts'
import type { RowState } from '../../contract/index.ts'

/** Half a million rows take a while. */
const TIMEOUT_MS = 10 * 60_000

/** Fetches the result file and hands it to the browser. */
export async function saveResult(jobId: string, state?: RowState): Promise<void> {
  const body = { jobId, ...(state === undefined ? {} : { state }) }
  const file = await callFile(jobResult, { body }, { timeoutMs: TIMEOUT_MS })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `job-${jobId}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}
