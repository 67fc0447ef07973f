import type { RouteReply } from '@qd/contract-kit'
import { useKitText } from '@qd/web-base'
import { FilterPicker, TimeRangePicker, useRiskText } from '@qd/web-controls'
import type { PickerOption } from '@qd/web-controls'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { auditChoices } from '../../contract/index.ts'
import { useAuditTexts } from '../texts.ts'
import type { FilterTexts } from './audit-filter.ts'
import styles from './filter-bar.module.css'
import { TypedFilter } from './typed-filter.tsx'

type Choices = RouteReply<typeof auditChoices>

export interface FilterBarProps {
  filter: FilterTexts
  onChange: (next: Partial<FilterTexts>) => void
  choices: Choices | undefined
}

const ENVIRONMENTS = ['dev', 'test', 'staging', 'production'] as const
const RESULTS = ['ok', 'refused', 'failed', 'unknown'] as const
const RISKS = ['R1', 'R2', 'R3', 'R4'] as const

/** An instant of the address as a moment; null when there is none. */
const momentOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null)

/** A link from a detail narrows to one request or session; it has no field of its own. */
function Narrowed(props: { text: string; label: string; onRemove: () => void }): ReactNode {
  return (
    <span className={styles.narrowed}>
      <span className="qd-mono">{props.text}</span>
      <button type="button" aria-label={props.label} title={props.label} onClick={props.onRemove}>
        <X size={13} aria-hidden />
      </button>
    </span>
  )
}

/** A choice of the filter, asked for at once. */
function Choice(
  props: Pick<FilterBarProps, 'filter' | 'onChange'> & {
    part: keyof FilterTexts
    label: string
    options: readonly PickerOption[]
  },
): ReactNode {
  const { part, filter, onChange, ...picker } = props
  return <FilterPicker {...picker} value={filter[part]} onChange={(value) => onChange({ [part]: value })} />
}

/** What most look for: who, what, to whom, when. */
export function FirstFilters({ filter, onChange, choices }: FilterBarProps): ReactNode {
  const t = useAuditTexts()
  const people = (choices?.people ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const actions = (choices?.actions ?? []).map(({ action, title }) => ({
    value: action,
    label: title,
    code: action,
  }))
  const own = { filter, onChange }
  return (
    <>
      <Choice {...own} part="actor" label={t('column.actor')} options={people} />
      <Choice {...own} part="action" label={t('column.action')} options={actions} />
      <TypedFilter
        key={`target ${filter.target}`}
        label={t('column.target')}
        value={filter.target}
        width={150}
        onChange={(target) => onChange({ target })}
      />
      <div className={styles.range}>
        <TimeRangePicker
          label={t('filter.time')}
          value={{ from: momentOf(filter.from), to: momentOf(filter.to) }}
          onChange={({ from, to }) =>
            onChange({ from: from === null ? '' : String(from), to: to === null ? '' : String(to) })
          }
        />
      </div>
    </>
  )
}

/** Everything else rows can be looked for by. */
export function RestFilters({ filter, onChange, choices }: FilterBarProps): ReactNode {
  const t = useAuditTexts()
  const kit = useKitText()
  const riskText = useRiskText()
  const places = (choices?.places ?? []).map(({ scope, name, depth }) => ({
    value: scope,
    label: `${'\u2003'.repeat(depth)}${name}`,
    code: scope.split('/').at(-1),
  }))
  const everywhere = { value: '*', label: t('everywhere') }
  const environments = ENVIRONMENTS.map((value) => ({ value, label: kit(`environment.${value}`) }))
  const results = RESULTS.map((value) => ({ value, label: t(`result.${value}`) }))
  const risks = RISKS.map((value) => ({ value, label: t('filter.riskFrom', { risk: riskText(value) }) }))
  const own = { filter, onChange }
  return (
    <>
      <Choice {...own} part="result" label={t('column.result')} options={results} />
      <Choice {...own} part="risk" label={t('column.risk')} options={risks} />
      <Choice {...own} part="scope" label={t('column.scope')} options={[everywhere, ...places]} />
      <Choice {...own} part="environment" label={t('filter.environment')} options={environments} />
      <TypedFilter
        key={`text ${filter.text}`}
        label={t('filter.text')}
        value={filter.text}
        width={170}
        onChange={(text) => onChange({ text })}
      />
      {filter.requestId === '' ? null : (
        <Narrowed
          text={t('filter.request', { id: filter.requestId })}
          label={t('filter.remove')}
          onRemove={() => onChange({ requestId: '' })}
        />
      )}
      {filter.sessionId === '' ? null : (
        <Narrowed
          text={t('filter.session', { id: filter.sessionId.slice(-8) })}
          label={t('filter.remove')}
          onRemove={() => onChange({ sessionId: '' })}
        />
      )}
    </>
  )
}
