import { useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import { SECTIONS, sectionOf } from './connection-draft.ts'
import type { Section } from './connection-draft.ts'
import styles from './connection-form.module.css'

interface SectionsProps {
  current: Section
  onCurrent: (section: Section) => void
  errors: Readonly<Record<string, string>>
  /** A section that has no part is not offered. */
  parts: Partial<Record<Section, ReactNode>>
}

/** Sections of a long form as tabs. All stay drawn, so that each error finds its field. */
export function FormSections({ current, onCurrent, errors, parts }: SectionsProps): ReactNode {
  const t = useRedisTexts()
  const id = useId()
  const offered = SECTIONS.filter((section) => parts[section] !== undefined)
  const shown = offered.includes(current) ? current : 'basic'
  const wrong = new Set(Object.keys(errors).map(sectionOf))
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const by = ['ArrowDown', 'ArrowRight'].includes(event.key)
      ? 1
      : ['ArrowUp', 'ArrowLeft'].includes(event.key)
        ? -1
        : 0
    if (by === 0) return
    event.preventDefault()
    const next = offered[(offered.indexOf(shown) + by + offered.length) % offered.length] ?? 'basic'
    onCurrent(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs have the focus */}
      <div
        role="tablist"
        aria-label={t('connections.form.sections')}
        className={styles.tabs}
        onKeyDown={walk}
      >
        {offered.map((section) => (
          <button
            key={section}
            type="button"
            role="tab"
            id={`${id}-${section}`}
            aria-selected={section === shown}
            aria-controls={`${id}-${section}-panel`}
            tabIndex={section === shown ? 0 : -1}
            className={styles.tab}
            data-wrong={wrong.has(section)}
            onClick={() => onCurrent(section)}
          >
            {t(`connections.form.section.${section}`)}
          </button>
        ))}
      </div>
      {offered.map((section) => (
        <div
          key={section}
          role="tabpanel"
          id={`${id}-${section}-panel`}
          aria-labelledby={`${id}-${section}`}
          hidden={section !== shown}
          className={styles.section}
        >
          {parts[section]}
        </div>
      ))}
    </>
  )
}
