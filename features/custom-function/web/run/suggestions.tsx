import { ownValue } from '@qd/protocol-model'
import { formatAgo } from '@qd/web-base'
import { MenuButton } from '@qd/web-controls'
import type { ParameterSet, RememberedSets } from '@qd/web-calls'
import { History, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Parameter, Values } from '../model/parameter-values.ts'
import { cellText } from '../result/result-table.tsx'
import { useFunctionTexts } from '../texts.ts'
import styles from './suggestions.module.css'

const TEXT_SHOWN = 48

/** A set in a few words, by the values alone: `10007 · 200`. */
function setText(parameters: readonly Parameter[], values: Values): string {
  const texts = parameters
    .map(({ fieldName }) => cellText(ownValue(values, fieldName)))
    .filter((text) => text !== '')
  const text = texts.join(' · ')
  return text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text
}

/** The same with the names of the parameters, for the tooltip. */
function longText(parameters: readonly Parameter[], { values, usedAtMs }: ParameterSet): string {
  const lines = parameters.map(
    ({ fieldName, name }) => `${name || fieldName}: ${cellText(ownValue(values, fieldName))}`,
  )
  return [...lines, formatAgo(usedAtMs, Date.now())].join('\n')
}

/** Parameters used before: five at hand, all twenty in a menu (S9.02). */
export function Suggestions(props: {
  parameters: readonly Parameter[]
  remembered: RememberedSets
  onTake: (values: Values) => void
}): ReactNode {
  const t = useFunctionTexts()
  const { parameters, remembered, onTake } = props
  const { sets, suggestions, forget } = remembered
  const isUseless = parameters.length === 0 || sets.length === 0
  if (isUseless) return null
  return (
    <div className={styles.row} role="group" aria-label={t('suggest.title')}>
      <span className={styles.label}>{t('suggest.title')}</span>
      {suggestions.map((set) => (
        <span key={set.usedAtMs} className={styles.chip}>
          <button
            type="button"
            className={styles.take}
            title={longText(parameters, set)}
            onClick={() => onTake(set.values)}
          >
            {setText(parameters, set.values)}
          </button>
          <button
            type="button"
            className={styles.forget}
            aria-label={t('suggest.forget', { text: setText(parameters, set.values) })}
            onClick={() => forget(set)}
          >
            <X size={11} aria-hidden />
          </button>
        </span>
      ))}
      {sets.length <= suggestions.length ? null : (
        <MenuButton
          label={t('suggest.all', { number: sets.length })}
          items={sets.map((set) => ({
            key: String(set.usedAtMs),
            label: setText(parameters, set.values),
            onSelect: () => onTake(set.values),
          }))}
        >
          <History size={14} aria-hidden />
          <span className={styles.count}>{sets.length}</span>
        </MenuButton>
      )}
    </div>
  )
}
