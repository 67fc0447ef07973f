import { queryClient, queryKeyOf } from '@qd/web-calls'
import { giftTemplates } from '../../contract/index.ts'

/** Everything that offers gifts asks again. */
export function refreshGifts(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeyOf(giftTemplates) })
}
