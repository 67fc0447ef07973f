import { formatQuantity } from '@qd/web-base'
import { IconButton, MenuButton, SegmentedControl, Tag } from '@qd/web-controls'
import { Button } from 'antd'
import { ChevronDown, ChevronsDownUp, FileDown, Plus, RefreshCw } from 'lucide-react'
import type { MenuItem } from '@qd/web-controls'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { startOpening } from '../connections/connection-actions.ts'
import { useRedisTexts } from '../texts.ts'
import { openExport } from '../transfer/export-dialog.tsx'
import { openImport } from '../transfer/import-dialog.tsx'
import { activateDatabase, databaseId, databaseOf } from '../workspace/workspace.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import type { KeySession } from './key-session.ts'
import { escapeGlob } from './key-names.ts'
import styles from './keys.module.css'
import { mayEdit } from './may-edit.ts'
import { openNewKey } from './open-new-key.tsx'

/** Databases that stand side by side; the others are in the menu. */
const BESIDE = 3

/** Shows another database of the connection, which the server opens first where it is not open. */
async function switchTo({ connection }: OpenDatabase, db: number): Promise<void> {
  const id = databaseId(connection.id, db)
  if (databaseOf(id) !== undefined) return activateDatabase(id)
  await startOpening(connection, db)
}

/** The database in view, those with keys first, else the first ones, in their order. */
function besideOf({ server, db }: OpenDatabase): number[] {
  const all = server.databases.map((each) => each.db)
  const filled = server.databases.filter(({ keys }) => (keys ?? 0) > 0).map((each) => each.db)
  const wished = [...new Set([db, ...filled, ...all])].slice(0, BESIDE)
  return wished.toSorted((a, b) => a - b)
}

function DatabasePicker({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const { connection, server, db } = database
  const [wanted, setWanted] = useState<number | null>(null)
  const names = connection.databaseNames
  const pick = (next: number): void => {
    setWanted(next)
    void switchTo(database, next).finally(() => setWanted(null))
  }
  const nameOf = (each: number): string => names[String(each)] ?? ''
  const titleOf = ({ db: each, keys }: { db: number; keys: number | null }): string =>
    [`DB${each}`, nameOf(each), keys === null ? '' : t('keys.databaseKeys', { count: keys })]
      .filter(Boolean)
      .join(' · ')
  const known = server.databases.some((each) => each.db === db)
    ? server.databases
    : [...server.databases, { db, keys: null }]
  if (known.length === 1) return <span className={styles.onlyDatabase}>{titleOf(known[0]!)}</span>
  const beside = besideOf({ ...database, db: wanted ?? db })
  return (
    <div className={styles.databases} aria-busy={wanted !== null}>
      <SegmentedControl
        label={t('keys.database')}
        value={String(wanted ?? db)}
        segments={beside.map((each) => ({
          value: String(each),
          label: each === (wanted ?? db) ? nameOf(each) || `DB${each}` : nameOf(each) || String(each),
          ariaLabel: titleOf(known.find((one) => one.db === each) ?? { db: each, keys: null }),
        }))}
        onChange={(value) => pick(Number(value))}
      />
      {known.length > beside.length ? (
        <MenuButton
          label={t('keys.allDatabases')}
          head={server.isAssumed ? t('keys.assumed', { count: known.length }) : undefined}
          items={known.map((each) => ({
            key: String(each.db),
            isChosen: each.db === db,
            label: (
              <span className={styles.databaseItem}>
                <span>
                  DB{each.db} <span className={styles.databaseName}>{nameOf(each.db)}</span>
                </span>
                <span className={styles.count}>{each.keys === null ? '' : formatQuantity(each.keys)}</span>
              </span>
            ),
            onSelect: () => pick(each.db),
          }))}
        >
          <ChevronDown size={14} aria-hidden />
        </MenuButton>
      ) : null}
    </div>
  )
}

/** Head of the panel: which database, and what can be done with all of it. */
export function DatabaseHead({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const { database } = session
  const barred = mayEdit(database)
  const { pattern } = session.state.params
  /** What is listed, also where signs of a pattern are the name of a key. */
  const listed = (): string => (session.state.progress?.isName === true ? escapeGlob(pattern) : pattern)
  const fileItems: MenuItem[] = [
    {
      key: 'export',
      label: t('transfer.menu.exportAll'),
      onSelect: () => openExport(database, { kind: 'pattern', pattern: listed() || '*' }),
    },
    ...(barred === null
      ? [{ key: 'import', label: t('transfer.menu.import'), onSelect: () => openImport(database) }]
      : []),
  ]
  return (
    <header className={styles.head}>
      <DatabasePicker database={database} />
      <div className={styles.headActions}>
        <IconButton isSmall label={t('keys.closeFolders')} onClick={() => session.closeAll()}>
          <ChevronsDownUp size={14} aria-hidden />
        </IconButton>
        <IconButton isSmall label={t('keys.refresh')} onClick={() => void session.scan()}>
          <RefreshCw size={14} aria-hidden />
        </IconButton>
        <MenuButton label={t('transfer.menu.file')} items={fileItems}>
          <FileDown size={14} aria-hidden />
        </MenuButton>
        {barred === null ? (
          <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => openNewKey(session)}>
            {t('keys.create.title')}
          </Button>
        ) : (
          <Tag tone="error" title={t(`keys.barred.${barred}`)}>
            {t('keys.readOnly')}
          </Tag>
        )}
      </div>
    </header>
  )
}
