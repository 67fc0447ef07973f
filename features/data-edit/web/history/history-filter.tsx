import { moduleLabel } from '@qd/protocol-model'
import { Tag, TimeRangePicker } from '@qd/web-controls'
import { Input, Select } from 'antd'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { RouteInput } from '@qd/contract-kit'
import { placeText } from '@qd/player-diff'
import type { Place } from '@qd/player-diff'
import type { Edit, editHistory } from '../../contract/index.ts'
import { modulesOf } from '../model/module-list.ts'
import { useSessionPart } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import styles from './history.module.css'

/** What the list is narrowed to; an absent part narrows nothing. */
export type HistoryFilter = Pick<
  RouteInput<typeof editHistory>['body'],
  'diff' | 'actor' | 'status' | 'fromMs' | 'toMs'
>

const STATUSES: readonly Edit['status'][] = ['applied', 'partly', 'refused', 'unknown', 'undone']

/** The field, column or row whose history is in view, and the way back to all of it. */
function PlaceMark({ place, onClear }: { place: Place; onClear: () => void }): ReactNode {
  const t = useEditTexts()
  const protocol = useSessionPart((session) => session.draft.protocol)
  const netKey = protocol.diffInfos[place.diff]?.netKey ?? place.diff
  return (
    <p className={styles.place}>
      <Tag tone="theme">
        <code>{placeText(place, netKey)}</code>
      </Tag>
      <button type="button" className={styles.clear} onClick={onClear}>
        <X size={12} aria-hidden /> {t('history.whole')}
      </button>
    </p>
  )
}

export interface HistoryFilterProps {
  place: Place | null
  filter: HistoryFilter
  onPlace: (place: null) => void
  onFilter: (filter: HistoryFilter) => void
}

/** Narrows the history by module, outcome, operator and time. */
export function HistoryFilterBar({ place, filter, onPlace, onFilter }: HistoryFilterProps): ReactNode {
  const t = useEditTexts()
  const protocol = useSessionPart((session) => session.draft.protocol)
  const [actor, setActor] = useState(filter.actor ?? '')
  const set = (part: HistoryFilter): void => onFilter({ ...filter, ...part })
  const takeActor = (text: string): void => set({ actor: text.trim() === '' ? undefined : text.trim() })
  return (
    <div className={styles.filter} role="search" aria-label={t('history.filter')}>
      {place === null ? (
        <Select
          allowClear
          aria-label={t('modules.title')}
          placeholder={t('history.anyModule')}
          showSearch={{ optionFilterProp: 'label' }}
          value={filter.diff}
          options={modulesOf(protocol).map((info) => ({
            value: info.name,
            label: `${moduleLabel(protocol, info)} ${info.netKey}`,
          }))}
          onChange={(diff?: string) => set({ diff })}
        />
      ) : (
        <PlaceMark place={place} onClear={() => onPlace(null)} />
      )}
      <Select
        allowClear
        aria-label={t('history.outcome')}
        placeholder={t('history.anyOutcome')}
        value={filter.status}
        options={STATUSES.map((status) => ({ value: status, label: t(`history.status.${status}`) }))}
        onChange={(status?: Edit['status']) => set({ status })}
      />
      <Input
        allowClear
        aria-label={t('history.actor')}
        placeholder={t('history.actor')}
        maxLength={128}
        value={actor}
        onChange={(event) => {
          setActor(event.target.value)
          if (event.target.value === '') takeActor('')
        }}
        onPressEnter={() => takeActor(actor)}
        onBlur={() => takeActor(actor)}
      />
      <TimeRangePicker
        label={t('history.time')}
        value={{ from: filter.fromMs ?? null, to: filter.toMs ?? null }}
        onChange={({ from, to }) => set({ fromMs: from ?? undefined, toMs: to ?? undefined })}
      />
    </div>
  )
}
