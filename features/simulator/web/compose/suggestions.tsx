import { canonicalJson } from '@qd/canonical-json'
import type { RememberedSets } from '@qd/web-calls'
import { MenuButton } from '@qd/web-controls'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import styles from './compose.module.css'
import type { JsonObject } from './draft.ts'

const TEXT_SHOWN = 36

/** A set by its values alone: `10060 · {{n}}`. */
function setText(values: JsonObject): string {
  const text = Object.values(values)
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join(' · ')
  return text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text
}

/** Whether a set may be what is being typed: it has all the values given so far, or their beginnings. */
function answers(values: JsonObject, typed: JsonObject): boolean {
  return Object.entries(typed).every(([name, value]) => {
    const there = Object.hasOwn(values, name) ? values[name] : undefined
    if (typeof value === 'object') return true
    return String(there ?? '').startsWith(String(value))
  })
}

/** Parameters this message was sent with before: five that answer to what is typed, all twenty in a menu (S9.02). */
export function Suggestions(props: {
  remembered: RememberedSets
  typed: JsonObject
  onTake: (values: JsonObject) => void
}): ReactNode {
  const t = useSimulatorTexts()
  const { remembered, typed, onTake } = props
  const { sets } = remembered
  const now = canonicalJson(typed)
  const offered = sets
    .filter(({ values }) => answers(values, typed) && canonicalJson(values) !== now)
    .slice(0, 5)
  if (sets.length === 0) return null
  return (
    <div className={styles.suggest} role="group" aria-label={t('page.compose.before')}>
      {offered.map(({ values, usedAtMs }) => (
        <button
          key={usedAtMs}
          type="button"
          className={styles.chip}
          title={JSON.stringify(values, null, 1)}
          onClick={() => onTake({ ...values })}
        >
          {setText(values)}
        </button>
      ))}
      <MenuButton
        label={t('page.compose.beforeAll', { number: sets.length })}
        items={sets.map(({ values, usedAtMs }) => ({
          key: String(usedAtMs),
          label: setText(values),
          onSelect: () => onTake({ ...values }),
        }))}
      >
        <History size={14} aria-hidden />
      </MenuButton>
    </div>
  )
}
