import { goTo } from '@qd/web-base'
import type { MenuItem } from '@qd/web-controls'
import { Archive, FileUp, Plus } from 'lucide-react'
import type { FunctionHome } from '../place/function-home.ts'
import { openImport } from '../manage/import-dialog.tsx'
import { useFunctionTexts } from '../texts.ts'

/** What those who manage functions can do with the list as a whole. */
export function useListMenu(props: {
  home: FunctionHome
  mayManage: boolean
  withArchived: boolean
  onArchived: (withArchived: boolean) => void
}): readonly MenuItem[] {
  const t = useFunctionTexts()
  if (!props.mayManage) return []
  return [
    {
      key: 'new',
      label: t('list.new'),
      icon: <Plus size={14} aria-hidden />,
      onSelect: () => goTo('/functionDesign'),
    },
    {
      key: 'import',
      label: t('import.title'),
      icon: <FileUp size={14} aria-hidden />,
      onSelect: () => openImport(props.home),
    },
    {
      key: 'archived',
      label: t('list.withArchived'),
      icon: <Archive size={14} aria-hidden />,
      isChosen: props.withArchived,
      isSeparated: true,
      onSelect: () => props.onArchived(!props.withArchived),
    },
  ]
}
