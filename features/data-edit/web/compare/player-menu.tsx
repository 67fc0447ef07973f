import { saveFile } from '@qd/web-base'
import { MenuButton } from '@qd/web-controls'
import type { MenuItem } from '@qd/web-controls'
import { Camera, Ellipsis, FileDown, FileUp, GitCompareArrows } from 'lucide-react'
import type { ReactNode } from 'react'
import { changeSetText } from '../state/change-set-file.ts'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { openCompare } from './compare-dialog.tsx'
import { openImport } from './import-dialog.tsx'
import { openSnapshot } from './snapshot-dialog.tsx'

/** What else can be done with a player: compare, keep, and change sets as files. */
export function PlayerMenu(): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const session = useEditorSession()
  const { changes } = session.draft
  const items: MenuItem[] = [
    {
      key: 'compare',
      label: `${t('compare.title')}…`,
      icon: <GitCompareArrows size={15} aria-hidden />,
      onSelect: () => openCompare(place),
    },
    ...(place.canSnapshot
      ? [
          {
            key: 'snapshot',
            label: `${t('compare.snapshotTitle')}…`,
            icon: <Camera size={15} aria-hidden />,
            onSelect: () => openSnapshot(place),
          },
        ]
      : []),
    ...(place.canEdit
      ? [
          {
            key: 'import',
            label: `${t('import.title')}…`,
            icon: <FileUp size={15} aria-hidden />,
            isSeparated: true,
            onSelect: () => openImport(place),
          },
        ]
      : []),
    ...(changes.length === 0
      ? []
      : [
          {
            key: 'export',
            label: t('import.export', { count: changes.length }),
            icon: <FileDown size={15} aria-hidden />,
            onSelect: () => saveFile(`changes-${place.uId}.json`, changeSetText(session, changes)),
          },
        ]),
  ]
  return (
    <MenuButton label={t('compare.menu')} items={items}>
      <Ellipsis size={15} aria-hidden />
    </MenuButton>
  )
}
