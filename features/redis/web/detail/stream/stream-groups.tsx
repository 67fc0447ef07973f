import { formatQuantity } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { EmptyState } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import type { z } from '@qd/contract-kit'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { streamGroups } from '../../../contract/index.ts'
import { redisText, useRedisTexts } from '../../texts.ts'
import { bytesId, shownBytes } from '../model/bytes.ts'
import type { KeyPlace } from '../key-place.ts'
import { askAck, askRemoveGroup, openClaim, openCreateGroup } from './stream-edits.tsx'
import styles from './stream.module.css'

type Reply = z.output<typeof streamGroups.reply>
type Group = Reply['groups'][number]
type Consumer = Reply['consumers'][number]
type Pending = Reply['pending'][number]

/** Answers of one group; without one only the groups. */
function useGroups(place: KeyPlace, group: Group | null) {
  const body = group === null ? place : { ...place, group: group.name }
  return useCall(
    streamGroups,
    { body },
    { tag: 'redis:detail.groups', told: 'inline', staleTimeMs: 0, keepsPrevious: true },
  )
}

const number = <T,>(key: string, title: string, of: (row: T) => number | null): DataColumn<T> => ({
  key,
  title,
  width: 110,
  align: 'right',
  render: (row) => {
    const value = of(row)
    return value === null ? '–' : formatQuantity(value)
  },
  text: (row) => String(of(row) ?? ''),
})

const mono = <T,>(key: string, title: string, of: (row: T) => string): DataColumn<T> => ({
  key,
  title,
  width: 200,
  isGrowing: true,
  render: (row) => <bdi className="qd-mono">{of(row)}</bdi>,
  text: of,
})

const seconds = (ms: number): number => Math.round(ms / 1_000)

function useColumns() {
  const t = useRedisTexts()
  return useMemo(
    () => ({
      groups: [
        mono<Group>('name', t('detail.group'), ({ name }) => shownBytes(name)),
        number<Group>('consumers', t('detail.consumers'), ({ consumers }) => consumers),
        number<Group>('pending', t('detail.pending'), ({ pending }) => pending),
        number<Group>('lag', t('detail.lag'), ({ lag }) => lag),
        mono<Group>('lastId', t('detail.lastId'), ({ lastId }) => lastId),
      ],
      consumers: [
        mono<Consumer>('name', t('detail.consumer'), ({ name }) => shownBytes(name)),
        number<Consumer>('pending', t('detail.pending'), ({ pending }) => pending),
        number<Consumer>('idle', t('detail.idleSeconds'), ({ idleMs }) => seconds(idleMs)),
      ],
      pending: [
        mono<Pending>('id', 'ID', ({ id }) => id),
        mono<Pending>('consumer', t('detail.consumer'), ({ consumer }) => shownBytes(consumer)),
        number<Pending>('idle', t('detail.idleSeconds'), ({ idleMs }) => seconds(idleMs)),
        number<Pending>('deliveries', t('detail.deliveries'), ({ deliveries }) => deliveries),
      ],
    }),
    [t],
  )
}

function GroupParts(props: { place: KeyPlace; group: Group; canEdit: boolean }): ReactNode {
  const { place, group, canEdit } = props
  const t = useRedisTexts()
  const columns = useColumns()
  const { data, error, refetch } = useGroups(place, group)
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const ids = (data?.pending ?? []).map(({ id }) => id).filter((id) => checked.has(id))
  const claimed = { place, group: group.name, ids, onDone: () => setChecked(new Set()) }
  return (
    <div className={styles.parts}>
      <div className={styles.part}>
        <DataTable<Consumer>
          name="redis.consumers"
          label={t('detail.consumersOf', { name: shownBytes(group.name) })}
          columns={columns.consumers}
          rows={data?.consumers}
          rowKey={({ name }) => bytesId(name)}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState title={t('detail.noConsumers')} />}
        />
      </div>
      <div className={styles.part}>
        <DataTable<Pending>
          name="redis.pending"
          label={t('detail.pendingOf', { name: shownBytes(group.name) })}
          columns={columns.pending}
          rows={data?.pending}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState title={t('detail.noPending')} />}
          {...(canEdit ? { checked, onCheck: setChecked } : {})}
          {...(canEdit
            ? {
                actions: (
                  <>
                    <Button size="small" disabled={ids.length === 0} onClick={() => askAck(claimed)}>
                      {t('detail.ack')}
                    </Button>
                    <Button size="small" disabled={ids.length === 0} onClick={() => openClaim(claimed)}>
                      {t('detail.claim')}
                    </Button>
                  </>
                ),
              }
            : {})}
        />
      </div>
    </div>
  )
}

/** Groups of a stream; of the chosen one its consumers, and what they have not acknowledged. */
export function StreamGroups({ place, canEdit }: { place: KeyPlace; canEdit: boolean }): ReactNode {
  const t = useRedisTexts()
  const columns = useColumns()
  const { data, error, refetch } = useGroups(place, null)
  const [chosen, setChosen] = useState<string | null>(null)
  const group = data?.groups.find(({ name }) => bytesId(name) === chosen)
  return (
    <div className={styles.groups}>
      <div className={styles.part}>
        <DataTable<Group>
          name="redis.groups"
          label={t('detail.groups')}
          columns={columns.groups}
          rows={data?.groups}
          rowKey={({ name }) => bytesId(name)}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState title={t('detail.noGroups')} />}
          selectedKey={chosen}
          onSelect={({ name }) => setChosen(bytesId(name))}
          {...(canEdit
            ? {
                actions: (
                  <Button
                    size="small"
                    icon={<Plus size={13} aria-hidden />}
                    onClick={() => openCreateGroup(place)}
                  >
                    {t('detail.createGroup')}
                  </Button>
                ),
                rowActions: ({ name }: Group) => [
                  {
                    key: 'remove',
                    label: redisText('detail.removeGroup'),
                    onSelect: () => askRemoveGroup(place, name, () => setChosen(null)),
                  },
                ],
              }
            : {})}
        />
      </div>
      {group === undefined ? null : (
        <GroupParts key={bytesId(group.name)} place={place} group={group} canEdit={canEdit} />
      )}
    </div>
  )
}
