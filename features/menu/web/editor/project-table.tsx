import { useTexts } from '@qd/web-base'
import { useMay } from '@qd/web-calls'
import { EmptyState } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { MenuItem } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import { Button } from 'antd'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { saveProject } from '../../contract/index.ts'
import type { ProjectRecord } from '../../contract/index.ts'
import { nameColumn, whereColumn } from './menu-columns.tsx'
import { openProjectDialog } from './project-dialog.tsx'
import { openRemoveDialog } from './remove-dialog.ts'

/** Projects whose entries join the menu, grouped (S2.19). */
export function ProjectTable({ projects }: { projects: readonly ProjectRecord[] }): ReactNode {
  const t = useTexts('menu')
  const mayEdit = useMay(saveProject)
  const entriesOf = ({ entries }: ProjectRecord) =>
    entries.map(({ name, type }) => (name === '' ? type : `${name} (${type})`)).join(', ')
  const columns: DataColumn<ProjectRecord>[] = [
    nameColumn(t),
    {
      key: 'ident',
      title: t('editor.ident'),
      holds: 'roleId',
      text: ({ ident }) => ident,
      render: ({ ident }) => <code>{ident}</code>,
    },
    {
      key: 'entries',
      title: t('editor.entries'),
      holds: 'deviceId',
      isGrowing: true,
      text: entriesOf,
      render: entriesOf,
    },
    whereColumn(t),
  ]
  const actionsOf = (project: ProjectRecord): MenuItem[] =>
    !mayEdit || project.isFixed
      ? []
      : [
          {
            key: 'edit',
            label: t('editor.edit'),
            icon: <Pencil size={14} aria-hidden />,
            onSelect: () => openProjectDialog(project),
          },
          {
            key: 'remove',
            label: t('editor.remove'),
            icon: <Trash2 size={14} aria-hidden />,
            isSeparated: true,
            onSelect: () => openRemoveDialog('project', project),
          },
        ]
  const add = mayEdit ? (
    <Button icon={<Plus size={14} />} type="primary" onClick={() => openProjectDialog(null)}>
      {t('editor.addProject')}
    </Button>
  ) : null
  return (
    <DataTable
      name="menus.projects"
      label={t('editor.part.projects')}
      columns={columns}
      rows={projects}
      rowKey={({ id }) => id}
      onOpen={(project) => (mayEdit && !project.isFixed ? openProjectDialog(project) : undefined)}
      rowActions={actionsOf}
      actions={add}
      empty={<EmptyState title={t('editor.noProjects')} action={add} />}
    />
  )
}
