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

/** Everything rows can be looked for by; each choice is asked for at once. */
export function FilterBar({ filter, onChange, choices }: FilterBarProps): ReactNode {
  const t = useAuditTexts()
  const kit = useKitText()
  const riskText = useRiskText()
  const one = (key: keyof FilterTexts, label: string, options: readonly PickerOption[]) => (
    <FilterPicker
      label={label}
      value={filter[key]}
      options={options}
      onChange={(value) => onChange({ [key]: value })}
    />
  )
  const places = (choices?.places ?? []).map(({ scope, name, depth }) => ({
    value: scope,
    label: `${'\u2003'.repeat(depth)}${name}`,
    code: scope.split('/').at(-1),
  }))
  const people = (choices?.people ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const actions = (choices?.actions ?? []).map(({ action, title }) => ({
    value: action,
    label: title,
    code: action,
  }))
  const everywhere = { value: '*', label: t('everywhere') }
  return (
    <>
      {one('actor', t('column.actor'), people)}
      {one('action', t('column.action'), actions)}
      <TypedFilter
        key={`target ${filter.target}`}
        label={t('column.target')}
        value={filter.target}
        width={150}
        onChange={(target) => onChange({ target })}
      />
      {one('scope', t('column.scope'), [everywhere, ...places])}
      {one(
        'environment',
        t('filter.environment'),
        ENVIRONMENTS.map((value) => ({ value, label: kit(`environment.${value}`) })),
      )}
      <div className={styles.range}>
        <TimeRangePicker
          label={t('filter.time')}
          value={{ from: momentOf(filter.from), to: momentOf(filter.to) }}
          onChange={({ from, to }) =>
            onChange({ from: from === null ? '' : String(from), to: to === null ? '' : String(to) })
          }
        />
      </div>
      {one(
        'result',
        t('column.result'),
        RESULTS.map((value) => ({ value, label: t(`result.${value}`) })),
      )}
      {one(
        'risk',
        t('column.risk'),
        RISKS.map((value) => ({ value, label: t('filter.riskFrom', { risk: riskText(value) }) })),
      )}
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
