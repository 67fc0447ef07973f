import { scopePath } from '@qd/contract-kit'
import type { CatalogueServer, NotificationKind } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { UseCaseDeps } from '../game-servers-deps.ts'

const HOME_PAGE = '/index'

/** Tells all who want to hear of it that a server fell silent or came back, once for each silence. */
export function tellSilence(
  { notifications }: Pick<UseCaseDeps, 'notifications'>,
  tx: AnyTx,
  kind: NotificationKind,
  { server, since, seconds }: { server: CatalogueServer; since: number; seconds: number },
): Promise<void> {
  const { key, game, operator, lineId, sId, serviceName, environment } = server
  const place = new URLSearchParams({ game, line: lineId, sId: String(sId) })
  return notifications.tell(
    tx,
    {
      kind,
      params: { server: `S${sId} ${serviceName}`, seconds },
      page: `${HOME_PAGE}?${place}`,
      scope: scopePath({ game, operator, lineId, sId, environment }),
      key: `${key}:${since}`,
    },
    'holders',
  )
}
