import { textOf, useSettings, useTexts } from '@qd/web-base'
import { KeyChips, openDialog, useShortcuts } from '@qd/web-frame'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import styles from './shortcut-sheet.module.css'

interface Line {
  keys: string[]
  label: string
}

/** Shortcuts with a name, by group; those that do the same stand in one line. */
export function sheetGroups(
  shortcuts: readonly { keys: string; label?: string; group?: string }[],
  everywhere: string,
): [group: string, lines: Line[]][] {
  const groups = new Map<string, Map<string, Line>>()
  // The latest stand first in the registry, the page's own head the sheet.
  for (const { keys, label, group = everywhere } of shortcuts.toReversed()) {
    if (label === undefined) continue
    const lines = groups.get(group) ?? new Map<string, Line>()
    groups.set(group, lines)
    const line = lines.get(label) ?? { keys: [], label }
    lines.set(label, line)
    if (!line.keys.includes(keys)) line.keys.push(keys)
  }
  const all = [...groups].map(([group, lines]): [string, Line[]] => [group, [...lines.values()]])
  return all.sort(([one], [other]) => Number(one === everywhere) - Number(other === everywhere))
}

function Sheet(): ReactNode {
  const t = useTexts('shell')
  const shortcuts = useShortcuts((state) => state.shortcuts)
  const hasSingleKeys = useSettings((state) => state.singleKeys)
  return (
    <div className={styles.sheet}>
      {sheetGroups(shortcuts, t('keys.everywhere')).map(([group, lines]) => (
        <section key={group} aria-label={group}>
          <h3 className={styles.group}>{group}</h3>
          {lines.map(({ keys, label }) => (
            <div key={label} className={styles.line}>
              <span>{label}</span>
              <span className={styles.keys}>
                {keys.map((each) => (
                  <KeyChips key={each} keys={each} />
                ))}
              </span>
            </div>
          ))}
        </section>
      ))}
      {hasSingleKeys ? null : <p className={styles.note}>{t('keys.singleOff')}</p>}
    </div>
  )
}

/** What the keyboard does on the page in view. */
export function openShortcutSheet(): void {
  openDialog(() => <Sheet />, { title: textOf('shell', 'keys.title'), width: 520 })
}
