import { SegmentedControl } from '@qd/web-controls'
import { AutoComplete, Button, Checkbox, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { SEARCH_FIELDS_MAX, SEARCH_QUERY_CHARS } from '../../../contract/index.ts'
import type { RedisBytes, SearchField } from '../../../contract/index.ts'
import { bytesId, shownBytes } from '../../detail/model/bytes.ts'
import { useRedisTexts } from '../../texts.ts'
import { queriesOf } from './query-history.ts'
import styles from './search.module.css'

const SHOWN = ['all', 'names', 'chosen'] as const

/** A query as it stands in the form. */
export interface Draft {
  readonly query: string
  readonly shown: (typeof SHOWN)[number]
  readonly chosen: readonly RedisBytes[]
  readonly sortBy: RedisBytes | null
  readonly isDescending: boolean
}

export const FIRST_DRAFT: Draft = {
  query: '*',
  shown: 'all',
  chosen: [],
  sortBy: null,
  isDescending: false,
}

interface PartProps {
  fields: readonly SearchField[]
  draft: Draft
  onDraft: (changed: Partial<Draft>) => void
}

interface FormProps extends PartProps {
  connectionId: string
  /** What the server says of the query that was sent last. */
  fault: string
  isRunning: boolean
  onRun: (kind: 'find' | 'explain') => void
}

const optionsOf = (fields: readonly SearchField[]) =>
  fields.map(({ name }) => ({ value: bytesId(name), label: shownBytes(name) }))

function QueryLine({ connectionId, draft, fault, onDraft, onRun }: FormProps): ReactNode {
  const t = useRedisTexts()
  return (
    <AutoComplete
      className={styles.query}
      value={draft.query}
      options={queriesOf(connectionId)
        .filter((query) => query !== draft.query)
        .map((value) => ({ value }))}
      defaultActiveFirstOption={false}
      onChange={(query: string) => onDraft({ query })}
    >
      <Input
        size="small"
        className="qd-mono"
        aria-label={t('server.indexes.query')}
        aria-invalid={fault !== ''}
        placeholder="anna @level:[10 20]"
        spellCheck={false}
        maxLength={SEARCH_QUERY_CHARS}
        status={fault === '' ? '' : 'error'}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          if (document.querySelector('.ant-select-item-option-active') === null) onRun('find')
        }}
      />
    </AutoComplete>
  )
}

/** Which fields come, and in which order; a field is sorted by where the index keeps it for that. */
function Choices({ fields, draft, onDraft }: PartProps): ReactNode {
  const t = useRedisTexts()
  const sortable = fields.filter(({ isSortable }) => isSortable)
  const nameOf = (id: string) => fields.find(({ name }) => bytesId(name) === id)!.name
  return (
    <>
      <SegmentedControl<Draft['shown']>
        label={t('server.indexes.shown')}
        value={draft.shown}
        segments={SHOWN.filter((value) => value !== 'chosen' || fields.length > 0).map((value) => ({
          value,
          label: t(`server.indexes.${value}`),
        }))}
        onChange={(shown) => onDraft({ shown })}
      />
      {draft.shown !== 'chosen' ? null : (
        <Select<string[]>
          mode="multiple"
          size="small"
          className={styles.chosen}
          aria-label={t('server.indexes.chosen')}
          placeholder={t('server.indexes.chosen')}
          maxCount={SEARCH_FIELDS_MAX}
          value={draft.chosen.map(bytesId)}
          options={optionsOf(fields)}
          onChange={(ids) => onDraft({ chosen: ids.map(nameOf) })}
        />
      )}
      {sortable.length === 0 ? null : (
        <>
          <Select<string>
            size="small"
            className={styles.sort}
            aria-label={t('server.indexes.sort')}
            value={draft.sortBy === null ? '' : bytesId(draft.sortBy)}
            options={[{ value: '', label: t('server.indexes.relevance') }, ...optionsOf(sortable)]}
            onChange={(id) => onDraft({ sortBy: id === '' ? null : nameOf(id) })}
          />
          <Checkbox
            disabled={draft.sortBy === null}
            checked={draft.isDescending}
            onChange={({ target }) => onDraft({ isDescending: target.checked })}
          >
            {t('server.indexes.descending')}
          </Checkbox>
        </>
      )}
    </>
  )
}

/** What is looked for in an index; what the server does not understand stays as it was typed. */
export function QueryForm(props: FormProps): ReactNode {
  const t = useRedisTexts()
  const { draft, fault, isRunning, onRun } = props
  const isEmpty = draft.query.trim() === ''
  const isChoosing = draft.shown === 'chosen' && draft.chosen.length === 0
  return (
    <div className={styles.form} role="search">
      <QueryLine {...props} />
      <Button
        size="small"
        type="primary"
        loading={isRunning}
        disabled={isEmpty || isChoosing}
        onClick={() => onRun('find')}
      >
        {t('server.indexes.run')}
      </Button>
      <Button size="small" disabled={isEmpty} onClick={() => onRun('explain')}>
        {t('server.indexes.explain')}
      </Button>
      {fault === '' ? null : (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <Choices fields={props.fields} draft={draft} onDraft={props.onDraft} />
    </div>
  )
}
