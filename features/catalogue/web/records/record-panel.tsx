import { useTexts } from '@qd/web-base'
import { LoadingRows, Panel } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { SquarePen } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { chosenKey, useCatalogue } from '../page/chosen.ts'
import type { Chosen } from '../page/chosen.ts'
import { GameForm } from './game-form.tsx'
import { LineForm } from './line-form.tsx'
import { OperatorForm } from './operator-form.tsx'
import { ServerForm } from '../servers/server-form.tsx'
import type { Tree } from '../tree/tree-rows.ts'
import { useLineServers, useTree } from '../tree/use-tree.ts'

/** The record as it was when the form opened; a newer one waits while something is typed. */
function useOpened<T extends { revision: number }>(record: T | undefined, isDirty: boolean) {
  const [opened, setOpened] = useState(record)
  const isNewer = record !== undefined && record.revision !== opened?.revision
  if (isNewer && !isDirty) setOpened(record)
  return {
    opened: isNewer && !isDirty ? record : opened,
    isStale: isNewer && isDirty,
    takeNewer: () => setOpened(record),
  }
}

export interface OpenedProps<T> {
  /** undefined: a new one. */
  record: T | undefined
  isStale: boolean
  onTakeNewer: () => void
  onDirty: (isDirty: boolean) => void
}

function Opened<T extends { revision: number }>(props: {
  record: T | undefined
  render: (opened: OpenedProps<T>) => ReactNode
}): ReactNode {
  const { setDirty } = useCatalogue()
  const [isDirty, setOwnDirty] = useState(false)
  const { opened, isStale, takeNewer } = useOpened(props.record, isDirty)
  return (
    <div key={opened?.revision ?? 0}>
      {props.render({
        record: opened,
        isStale,
        onTakeNewer: takeNewer,
        onDirty: (next) => {
          setOwnDirty(next)
          setDirty(next)
        },
      })}
    </div>
  )
}

function ServerRecord({ chosen, tree }: { chosen: Chosen & { kind: 'server' }; tree: Tree }): ReactNode {
  const t = useTexts('catalogue')
  const servers = useLineServers(chosen.lineId)
  const line = tree.lines.find((each) => each.lineId === chosen.lineId)
  const record = servers.data?.find((each) => each.sId === chosen.sId)
  if (line === undefined) return <EmptyState title={t('gone')} />
  if (chosen.sId !== null && servers.data === undefined) return <LoadingRows rows={8} />
  if (chosen.sId !== null && record === undefined) return <EmptyState title={t('gone')} />
  const siblings = tree.lines.filter(
    (each) => each.game === line.game && each.partnerCode === line.partnerCode && each.isEditable,
  )
  return (
    <Opened record={record} render={(opened) => <ServerForm {...opened} line={line} siblings={siblings} />} />
  )
}

function RecordBody({ chosen, tree }: { chosen: Chosen; tree: Tree }): ReactNode {
  const t = useTexts('catalogue')
  const gone = <EmptyState title={t('gone')} />
  if (chosen.kind === 'server') return <ServerRecord chosen={chosen} tree={tree} />
  if (chosen.kind === 'game') {
    const record = tree.games.find(({ game }) => game === chosen.game)
    if (chosen.game !== null && record === undefined) return gone
    return <Opened record={record} render={(opened) => <GameForm {...opened} tree={tree} />} />
  }
  if (chosen.kind === 'operator') {
    const record = tree.operators.find(
      ({ game, partnerCode }) => game === chosen.game && partnerCode === chosen.partnerCode,
    )
    if (chosen.partnerCode !== null && record === undefined) return gone
    return (
      <Opened
        record={record}
        render={(opened) => <OperatorForm {...opened} game={chosen.game} tree={tree} />}
      />
    )
  }
  const record = tree.lines.find(({ lineId }) => lineId === chosen.lineId)
  if (chosen.lineId !== null && record === undefined) return gone
  const { game, partnerCode } = chosen
  return (
    <Opened
      record={record}
      render={(opened) => <LineForm {...opened} game={game} partnerCode={partnerCode} />}
    />
  )
}

/** The form of what is chosen. */
export function RecordPanel(): ReactNode {
  const t = useTexts('catalogue')
  const { chosen } = useCatalogue()
  const { data } = useTree()
  const title = chosen === null ? t('record') : t(`kind.${chosen.kind}`)
  return (
    <Panel title={title} icon={<SquarePen size={15} aria-hidden />} bodyPadding={14}>
      {chosen === null || data === undefined ? (
        <EmptyState title={t('nothingChosen')} hint={t('nothingChosenHint')} />
      ) : (
        <RecordBody key={chosenKey(chosen)} chosen={chosen} tree={data} />
      )}
    </Panel>
  )
}
