import { currentPath, goTo } from '@qd/web-base'
import { MenuButton } from '@qd/web-controls'
import { copyAloud } from '@qd/web-frame'
import type { MenuItem } from '@qd/web-controls'
import {
  Archive,
  ArchiveRestore,
  EllipsisVertical,
  FileDown,
  Link2,
  PenLine,
  Share2,
  SlidersHorizontal,
  Target,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { FunctionEntry } from '../../contract/index.ts'
import { useFunctionHome } from '../place/function-home.ts'
import { useFunctionTexts } from '../texts.ts'
import { openEffects } from './effects-dialog.tsx'
import { openOverride } from './override-dialog.tsx'
import { openShare } from './share-dialog.tsx'
import { useManage } from './use-manage.ts'

function copyLink(): void {
  const { origin, pathname } = window.location
  void copyAloud(`${origin}${pathname}#${currentPath()}`)
}

function useComposedItems(entry: FunctionEntry): MenuItem[] {
  const t = useFunctionTexts()
  const home = useFunctionHome()
  const { archive, exportFile } = useManage(entry)
  const isArchived = entry.composed?.isArchived === true
  return [
    {
      key: 'design',
      label: t('manage.design'),
      icon: <PenLine size={14} aria-hidden />,
      onSelect: () => goTo(`/functionDesign/${encodeURIComponent(entry.id)}`),
    },
    {
      key: 'share',
      label: t('share.title'),
      icon: <Share2 size={14} aria-hidden />,
      onSelect: () => openShare(home, entry),
    },
    {
      key: 'export',
      label: t('manage.export'),
      icon: <FileDown size={14} aria-hidden />,
      onSelect: exportFile,
    },
    {
      key: 'archive',
      label: t(isArchived ? 'manage.unarchive' : 'manage.archive'),
      icon: isArchived ? <ArchiveRestore size={14} aria-hidden /> : <Archive size={14} aria-hidden />,
      isSeparated: true,
      onSelect: () => archive(!isArchived),
    },
  ]
}

/** What can be done with a function besides running it. */
export function FunctionMenu({ entry }: { entry: FunctionEntry }): ReactNode {
  const t = useFunctionTexts()
  const home = useFunctionHome()
  const composed = useComposedItems(entry)
  const link: MenuItem = {
    key: 'link',
    label: t('manage.copyLink'),
    icon: <Link2 size={14} aria-hidden />,
    onSelect: copyLink,
  }
  const override: MenuItem = {
    key: 'override',
    label: t('override.title'),
    icon: <SlidersHorizontal size={14} aria-hidden />,
    onSelect: () => openOverride(home, entry),
  }
  const { saidEffects } = entry
  const effects: MenuItem[] =
    saidEffects === null
      ? []
      : [
          {
            key: 'effects',
            label: t('effects.title'),
            icon: <Target size={14} aria-hidden />,
            onSelect: () => openEffects(home, entry, saidEffects),
          },
        ]
  const own = !entry.mayManage ? [] : entry.source === 'composed' ? composed : [override, ...effects]
  return (
    <MenuButton label={t('manage.menu', { title: entry.title })} items={[link, ...own]}>
      <EllipsisVertical size={15} aria-hidden />
    </MenuButton>
  )
}
