import { permissionKey } from '@qd/contract-kit'
import { lookup, readPlayer } from '@qd/scope/contract'
import { useCall } from '@qd/web-calls'
import { LoadingRows, Panel } from '@qd/web-controls'
import { ErrorState, NoPermission, Slot, useTabName } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useHomeOf, useSelection } from '../place/use-selected-home.ts'
import type { FoundHome } from '../place/use-selected-home.ts'
import { useFunctionTexts } from '../texts.ts'
import { Workbench } from './workbench.tsx'

function AtHome({ found }: { found: FoundHome }): ReactNode {
  return <Workbench home={useHomeOf(found)} />
}

function OfServer(): ReactNode {
  const found = useSelection()
  return <AtHome key={`${found.lineId} ${found.sId}`} found={found} />
}

function OfPlayer({ uId, game: named }: { uId: string; game: string }): ReactNode {
  const t = useFunctionTexts()
  const { data, error, refetch } = useCall(
    lookup,
    { query: { uId, ...(named === '' ? {} : { game: named }) } },
    { tag: 'custom-function:title', told: 'inline', keepsFailure: true, staleTimeMs: 30_000 },
  )
  const name = data?.name ?? ''
  useTabName(name)
  if (error?.code === 'forbidden') return <NoPermission permission={permissionKey(readPlayer)} />
  if (error?.code === 'scope_ambiguous') {
    return <Slot name="playerChoice" values={{ uId, details: error.details }} />
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Panel label={t('title')}>
        <LoadingRows rows={14} />
      </Panel>
    )
  }
  const { game, partnerCode, lineId, sId } = data
  return <AtHome found={{ game, partnerCode, lineId, sId, uId, playerName: name }} />
}

/** Custom functions (S2.07): for the player the address names, else for the selected server. */
export default function FunctionsPage(): ReactNode {
  const { uId } = useParams()
  const [query] = useSearchParams()
  const game = query.get('game') ?? ''
  if (uId === undefined) return <OfServer />
  return <OfPlayer key={`${game}/${uId}`} uId={uId} game={game} />
}
