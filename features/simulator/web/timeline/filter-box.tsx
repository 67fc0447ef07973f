import { IconButton, usePopover } from '@qd/web-controls'
import { CircleHelp, Filter, X } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { FilterFault } from '../filter/parse-filter.ts'
import { useSimulatorTexts } from '../texts.ts'
import styles from './timeline-panel.module.css'

/** What the filter understands: written so, meaning that. */
const SYNTAX = [
  ['bag', 'text'],
  ['cmd:14*', 'cmd'],
  ['msg:Bag', 'msg'],
  ['status:!0', 'status'],
  ['size:>1k', 'size'],
  ['dir:push', 'dir'],
  ['-heartbeat', 'heartbeat'],
  ['is:pinned', 'pinned'],
  ['items[].itemId=10060', 'field'],
] as const

function Help({ onTake }: { onTake: (example: string) => void }): ReactNode {
  const t = useSimulatorTexts()
  const { isOpen, root, trigger, open, close } = usePopover<HTMLSpanElement>()
  return (
    <span ref={root} className={styles.helpRoot}>
      <IconButton
        isSmall
        ref={trigger}
        label={t('page.filter.help')}
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : open())}
      >
        <CircleHelp size={14} aria-hidden />
      </IconButton>
      {isOpen ? (
        <div
          className={`${styles.help} qd-float`}
          role="dialog"
          aria-label={t('page.filter.help')}
          onKeyDown={({ key }) => (key === 'Escape' ? close() : undefined)}
        >
          <p>{t('page.filter.intro')}</p>
          <ul>
            {SYNTAX.map(([example, meaning]) => (
              <li key={example}>
                <button
                  type="button"
                  className={styles.example}
                  onClick={() => {
                    close(true)
                    onTake(example)
                  }}
                >
                  {example}
                </button>
                <span>{t(`page.filter.syntax.${meaning}`)}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </span>
  )
}

/** The filter of the time line as text; what cannot be understood is said below it. */
export function FilterBox(props: {
  value: string
  fault: FilterFault | null
  onChange: (value: string) => void
  inputRef: RefObject<HTMLInputElement | null>
}): ReactNode {
  const t = useSimulatorTexts()
  const { value, fault, onChange, inputRef } = props
  const faultId = useId()
  // Both buttons that change it are gone by then.
  const changeAndFocus = (text: string): void => {
    onChange(text)
    inputRef.current?.focus()
  }
  const add = (example: string): void =>
    changeAndFocus(value.trim() === '' ? example : `${value.trim()} ${example}`)
  return (
    <div className={styles.filter} data-wrong={fault !== null}>
      <Filter size={14} aria-hidden />
      <input
        ref={inputRef}
        type="text"
        spellCheck={false}
        autoComplete="off"
        aria-label={t('page.filter.label')}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : faultId}
        placeholder="cmd:14* -heartbeat"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.preventDefault()
          onChange('')
        }}
      />
      {value === '' ? null : (
        <IconButton isSmall label={t('page.filter.clear')} onClick={() => changeAndFocus('')}>
          <X size={13} aria-hidden />
        </IconButton>
      )}
      <Help onTake={add} />
      {fault === null ? null : (
        <p id={faultId} role="alert" className={`${styles.filterFault} qd-float`}>
          {t(`page.filter.fault.${fault.code}`, { term: fault.term })}
        </p>
      )}
    </div>
  )
}
