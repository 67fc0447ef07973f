import { EmptyState, ListSearch, Panel, Tag } from '@qd/web-kit'
import { Database } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { fieldCount, moduleList } from '../model/module-list.ts'
import type { ModuleEntry } from '../model/module-list.ts'
import { EXPIRES_IN_SECONDS } from '../protocol/protocol-cache.ts'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import styles from './module-panel.module.css'

const DAY_SECONDS = 86_400

function ModuleButton({ entry, isActive }: { entry: ModuleEntry; isActive: boolean }): ReactNode {
  const t = useEditTexts()
  const { uId } = useEditorPlace()
  const { info, label, count, pending, hit } = entry
  const open = (): void =>
    useEditor.getState().patch(uId, {
      diff: info.name,
      rowKey: null,
      column: null,
      focus: null,
      ...(isActive ? {} : { mode: 'table' as const }),
    })
  return (
    <li>
      <button
        type="button"
        className={styles.module}
        aria-current={isActive}
        data-module={info.name}
        onClick={open}
      >
        <span className={styles.label}>{label}</span>
        <code className={styles.proto}>{info.netKey}</code>
        <span className={styles.numbers}>
          {pending === 0 ? null : (
            <Tag tone="warn" title={t('modules.pending', { count: pending })}>
              {pending}
            </Tag>
          )}
          <span className={styles.count}>{count}</span>
        </span>
        {hit === null || hit.kind === 'module' ? null : (
          <span className={styles.hit}>
            {t(`modules.hit.${hit.kind}`)} {hit.text}
          </span>
        )}
      </button>
    </li>
  )
}

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
  const { uId } = useEditorPlace()
  const { draft, diff, search } = useEditorSession()
  const needle = useDeferredValue(search)
  const modules = useMemo(
    () => moduleList(draft.protocol, draft.data, { changes: draft.changes, search: needle }),
    [draft.protocol, draft.data, draft.changes, needle],
  )
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
      <ListSearch
        label={t('modules.search')}
        value={search}
        onChange={(text) => useEditor.getState().patch(uId, { search: text })}
      />
      {modules.length === 0 ? (
        <EmptyState title={t('modules.none')} />
      ) : (
        <ul className={styles.list} onKeyDown={moveFocus}>
          {modules.map((entry) => (
            <ModuleButton key={entry.info.name} entry={entry} isActive={entry.info.name === diff} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
