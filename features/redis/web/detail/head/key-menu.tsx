import { MenuButton } from '@qd/web-controls'
import type { MenuItem } from '@qd/web-controls'
import { CopyPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { openBulk } from '../../keys/bulk-dialog.tsx'
import { sessionOf } from '../../keys/key-sessions.ts'
import { copyKinds } from '../../keys/may-edit.ts'
import { useRedisTexts } from '../../texts.ts'
import { openExport } from '../../transfer/export-dialog.tsx'
import { databaseOf } from '../../workspace/workspace.ts'
import { databaseIdOf } from '../key-place.ts'
import type { KeyPlace } from '../key-place.ts'

/** Takes the key to another name, another database or a file. */
export function KeyMenu({ place }: { place: KeyPlace }): ReactNode {
  const t = useRedisTexts()
  const database = databaseOf(databaseIdOf(place))
  if (database === undefined) return null
  const selection = { kind: 'keys' as const, keys: [place.key] }
  const items: MenuItem[] = copyKinds(database).map((kind) => ({
    key: kind,
    label: t(`transfer.menu.${kind}`),
    onSelect: () => openBulk(sessionOf(database), selection, kind),
  }))
  return (
    <MenuButton
      label={t('transfer.menu.more')}
      items={[
        ...items,
        { key: 'export', label: t('transfer.menu.export'), onSelect: () => openExport(database, selection) },
      ]}
    >
      <CopyPlus size={14} aria-hidden />
    </MenuButton>
  )
}
