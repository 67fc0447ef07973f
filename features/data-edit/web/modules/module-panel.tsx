import { ListSearch, Panel } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { Database, SearchX } from 'lucide-react'
import { useDeferredValue, useMemo, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { fieldCount, moduleList } from '../model/module-list.ts'
import { EXPIRES_IN_SECONDS } from '../protocol/protocol-cache.ts'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import { ModuleButton } from './module-button.tsx'
import styles from './module-panel.module.css'
import { useValueSearch } from './use-value-search.ts'

const DAY_SECONDS = 86_400

/** Moves the focus between modules by arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-module]')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  buttons[at + step]?.focus()
  event.preventDefault()
}

/** The modules of the player's data, with search over fields, comments and values. */
export function ModulePanel(): ReactNode {
  const t = useEditTexts()
  const { player } = useEditorPlace()
  const { draft, diff, search } = useEditorSession()
  const needle = useDeferredValue(search)
  const { hits, isDone } = useValueSearch(draft.protocol, draft.data, needle)
  const modules = useMemo(
    () => moduleList(draft.protocol, draft.data, { changes: draft.changes, search: needle, values: hits }),
    [draft.protocol, draft.data, draft.changes, needle, hits],
  )
  const list = useRef<HTMLUListElement>(null)
  const status = t('modules.status', {
    count: fieldCount(draft.protocol),
    days: EXPIRES_IN_SECONDS / DAY_SECONDS,
  })
  return (
    <Panel
      title={t('modules.title')}
      icon={<Database size={15} aria-hidden />}
      count={modules.length}
      status={status}
    >
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow down leads from the search to its hits */}
      <div
        className={styles.search}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown') list.current?.querySelector('button')?.focus()
        }}
      >
        <ListSearch
          label={t('modules.search')}
          value={search}
          onChange={(text) => useEditor.getState().patch(player, { search: text })}
        />
      </div>
      {modules.length === 0 && isDone ? (
        <EmptyState icon={<SearchX />} title={t('modules.none')} />
      ) : (
        <ul ref={list} className={styles.list} onKeyDown={moveFocus}>
          {modules.map((entry) => (
            <ModuleButton key={entry.info.name} entry={entry} isActive={entry.info.name === diff} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
