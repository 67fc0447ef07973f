import { queryClient } from '@qd/web-calls'
import { batchList } from '../../contract/index.ts'

/** The list of batches is read again when it comes back into view. */
export function refreshBatches(): void {
  void queryClient.resetQueries({ queryKey: [batchList.path], type: 'inactive' })
}
