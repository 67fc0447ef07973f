import type { FilesPort, MadeFilesPort } from '@qd/server-kit'
import type { KeyJobDeps } from '../jobs/key-job-deps.ts'

export interface TransferDeps extends KeyJobDeps {
  readonly files: FilesPort & MadeFilesPort
  /** An import of more keys keeps none in the bin. */
  readonly kept: number
}
