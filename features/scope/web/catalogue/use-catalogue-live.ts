import { useLive } from '@qd/web-calls'
import { catalogueChannel } from '../../contract/index.ts'
import { useRefresh } from './use-tree.ts'

/** Follows changes of the hierarchy, whoever makes them and on whichever node. */
export function useCatalogueLive(): void {
  const refresh = useRefresh()
  useLive(catalogueChannel, {}, () => void refresh())
}
