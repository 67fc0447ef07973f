import type { PlaceRef } from '@qd/contract-kit'
import { useCall, useMay } from '@qd/web-calls'
import { LoadingRows, Panel, SegmentedControl } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import { History } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { latestEdits } from '../../contract/index.ts'
import { useEditTexts } from '../texts.ts'
import { LatestList } from './latest-list.tsx'

const LOOK_AGAIN_MS = 15_000

type Owner = 'all' | 'mine'

interface ListProps {
  at: Required<PlaceRef>
  owner: Owner
  onEverybody: () => void
}

function Edits({ at, owner, onEverybody }: ListProps): ReactNode {
  const t = useEditTexts()
  const { sId, lineId } = at
  const latest = useCall(
    latestEdits,
    { query: { sId, lineId }, body: { owner } },
    {
      tag: 'data-edit:latest.title',
      told: 'inline',
      staleTimeMs: 0,
      refetchIntervalMs: LOOK_AGAIN_MS,
    },
  )
  if (latest.data === undefined) {
    return latest.isError ? (
      <ErrorState error={latest.error} onRetry={() => void latest.refetch()} />
    ) : (
      <LoadingRows rows={6} rowHeight={31} />
    )
  }
  const { list } = latest.data
  if (list.length > 0) return <LatestList at={at} edits={list} />
  if (owner === 'all') return <EmptyState title={t('history.none')} hint={t('history.noneHint')} />
  return (
    <EmptyState
      title={t('latest.noneOfMine')}
      action={<Button onClick={onEverybody}>{t('latest.showAll')}</Button>}
    />
  )
}

/** On home: what was changed lately on a server. Who may not read its players has no such panel. */
export function LatestEdits({ at }: { at: Required<PlaceRef> }): ReactNode {
  const t = useEditTexts()
  const canRead = useMay(latestEdits)
  const [owner, setOwner] = useState<Owner>('all')
  if (!canRead) return null
  return (
    <Panel
      title={t('latest.title')}
      icon={<History size={15} aria-hidden />}
      actions={
        <SegmentedControl
          label={t('latest.owner')}
          value={owner}
          segments={[
            { value: 'all', label: t('latest.all') },
            { value: 'mine', label: t('latest.mine') },
          ]}
          onChange={setOwner}
        />
      }
    >
      <Edits at={at} owner={owner} onEverybody={() => setOwner('all')} />
    </Panel>
  )
}
