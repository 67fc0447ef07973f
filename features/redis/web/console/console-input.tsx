import { Button } from 'antd'
import { CornerDownLeft, Square } from 'lucide-react'
import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import type { ConsoleSession } from './console-session.ts'
import { ConsoleTools } from './console-tools.tsx'
import styles from './console.module.css'
import { useConsole } from './consoles.ts'
import { useTyping } from './use-typing.ts'
import type { Typing } from './use-typing.ts'

const ROWS_MAX = 8

function Suggestions({ typing, id }: { typing: Typing; id: string }): ReactNode {
  const t = useRedisTexts()
  const label = t(typing.isSearching ? 'console.history' : 'console.suggestions')
  return (
    <div role="listbox" id={id} aria-label={label} className={`${styles.suggestions} qd-float`}>
      {typing.list.map((suggestion, at) => (
        <div
          key={suggestion.id}
          role="option"
          id={`${id}-${at}`}
          aria-selected={at === typing.chosen}
          aria-label={suggestion.title}
          tabIndex={-1}
          className={styles.suggestion}
          // The text box keeps the focus.
          onMouseDown={(event) => {
            event.preventDefault()
            typing.take(suggestion)
          }}
        >
          <span>{suggestion.title}</span>
          <small>{suggestion.hint}</small>
        </div>
      ))}
    </div>
  )
}

function Note({ typing, id }: { typing: Typing; id: string }): ReactNode {
  const t = useRedisTexts()
  const { fault, hint } = typing
  if (fault !== null) {
    return (
      <p id={id} role="alert" className={styles.failure}>
        {t(`console.fault.${fault.kind}`, { line: fault.line, at: fault.at + 1 })}
      </p>
    )
  }
  return (
    <p id={id} className={styles.hint}>
      {hint === '' ? t('console.keys') : hint}
    </p>
  )
}

/** The line to type in; Enter sends, Shift+Enter goes on below. */
export function ConsoleInput({ session }: { session: ConsoleSession }): ReactNode {
  const t = useRedisTexts()
  const box = useRef<HTMLTextAreaElement>(null)
  const typing = useTyping(session, box)
  const [listId, noteId] = [useId(), useId()]
  const { state, batch } = useConsole(session, (store) => store)
  const isBusy = batch !== null || state.stream !== 'none'
  const isOpen = typing.list.length > 0
  return (
    <div className={styles.input}>
      {isOpen ? <Suggestions typing={typing} id={listId} /> : null}
      <div className={styles.line}>
        <span className={styles.prompt} title={session.prompt}>
          {session.prompt}
        </span>
        <textarea
          ref={box}
          className={styles.box}
          role="combobox"
          aria-label={t('console.typeHere')}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={typing.chosen >= 0 ? `${listId}-${typing.chosen}` : undefined}
          aria-describedby={noteId}
          aria-invalid={typing.fault !== null}
          autoFocus
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          rows={Math.min(ROWS_MAX, typing.draft.split('\n').length)}
          value={typing.draft}
          onChange={({ target }) => typing.type(target.value, target.selectionStart)}
          onSelect={({ currentTarget }) => typing.moved(currentTarget.selectionStart)}
          onKeyDown={typing.onKeyDown}
          onBlur={typing.leave}
        />
        {isBusy ? (
          <Button size="small" icon={<Square size={12} aria-hidden />} onClick={() => void session.stop()}>
            {t(state.stream === 'none' ? 'console.cancel' : 'console.stop')}
          </Button>
        ) : (
          <Button
            size="small"
            type="primary"
            icon={<CornerDownLeft size={13} aria-hidden />}
            disabled={typing.draft.trim() === ''}
            onClick={typing.send}
          >
            {t('console.run')}
          </Button>
        )}
      </div>
      <div className={styles.foot}>
        <Note typing={typing} id={noteId} />
        <ConsoleTools session={session} />
      </div>
    </div>
  )
}
