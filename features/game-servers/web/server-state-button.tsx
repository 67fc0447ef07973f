import type { RouteReply } from '@qd/contract-kit'
import type { serverCard } from '@qd/scope/contract'
import { textOf } from '@qd/web-base'
import { useAction } from '@qd/web-calls'
import { IconButton } from '@qd/web-controls'
import { openDialog } from '@qd/web-frame'
import { DoorOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { setServerState } from '../contract/index.ts'
import { ServerStateForm } from './server-state-form.tsx'
import { useServerTexts } from './texts.ts'

interface ServerStateProps {
  card: RouteReply<typeof serverCard>
  onChanged: () => void
}

/** Changes how the server takes players; only where it says that it can. */
export function ServerStateButton({ card, onChanged }: ServerStateProps): ReactNode {
  const t = useServerTexts()
  const { isAllowed, run } = useAction(setServerState)
  const { server, capabilities } = card
  if (!isAllowed || !capabilities.includes('server.state')) return null
  const open = () =>
    openDialog(({ close }) => <ServerStateForm server={server} onChanged={onChanged} onClose={close} />, {
      title: textOf('game-servers', 'title', { server: `S${server.sId} ${server.serviceName}` }),
      width: 520,
    })
  return (
    <IconButton label={t('button')} onClick={() => run(open)}>
      <DoorOpen size={15} aria-hidden />
    </IconButton>
  )
}
