import { useTexts } from '@qd/web-base'
import { useMay, useSend } from '@qd/web-calls'
import { EmptyState, useRoleName } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { MenuItem } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import { Button } from 'antd'
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { orderLinks, saveLink } from '../../contract/index.ts'
import type { LinkRecord } from '../../contract/index.ts'
import { openLinkDialog } from './link-dialog.tsx'
import { nameColumn, whereColumn } from './menu-columns.tsx'
import { refreshMenus } from './refresh-menus.ts'
import { openRemoveDialog } from './remove-dialog.ts'

function moved(ids: readonly string[], id: string, step: number): string[] {
  const at = ids.indexOf(id)
  const next = ids.toSpliced(at, 1)
  return next.toSpliced(Math.max(0, at + step), 0, id)
}

/** The links of one place, in their order. */
export function LinkTable(props: { place: LinkRecord['place']; links: readonly LinkRecord[] }): ReactNode {
  const { place, links } = props
  const t = useTexts('menu')
  const roleName = useRoleName()
  const mayEdit = useMay(saveLink)
  const order = useSend(orderLinks, { tag: 'menu:editor.title', told: 'toast' })
  const own = links.filter(({ isFixed }) => !isFixed).map(({ id }) => id)
  const move = (id: string, step: number) => {
    void order.mutateAsync({ body: { place, ids: moved(own, id, step) } }).then(refreshMenus, () => undefined)
  }
  const columns: DataColumn<LinkRecord>[] = [
    nameColumn(t),
    {
      key: 'url',
      title: t('editor.url'),
      holds: 'deviceId',
      isGrowing: true,
      text: ({ url }) => url,
      render: ({ url }) => <code title={url}>{url}</code>,
    },
    {
      key: 'target',
      title: t('editor.target'),
      holds: 'status',
      text: ({ target }) => t(`editor.opens.${target}`),
      render: ({ target }) => t(`editor.opens.${target}`),
    },
    whereColumn(t),
    {
      key: 'roles',
      title: t('editor.roles'),
      holds: 'name',
      text: ({ roles }) => roles.map((code) => roleName(code)).join(', '),
      render: ({ roles }) =>
        roles.length === 0 ? t('editor.everybody') : roles.map((code) => roleName(code)).join(', '),
    },
  ]
  const actionsOf = (link: LinkRecord): MenuItem[] => {
    if (!mayEdit || link.isFixed) return []
    const at = own.indexOf(link.id)
    const steps = [
      {
        key: 'up',
        label: t('editor.up'),
        icon: <ArrowUp size={14} aria-hidden />,
        step: -1,
        isOff: at === 0,
      },
      {
        key: 'down',
        label: t('editor.down'),
        icon: <ArrowDown size={14} aria-hidden />,
        step: 1,
        isOff: at === own.length - 1,
      },
    ]
    return [
      {
        key: 'edit',
        label: t('editor.edit'),
        icon: <Pencil size={14} aria-hidden />,
        onSelect: () => openLinkDialog(place, link),
      },
      ...steps
        .filter(({ isOff }) => !isOff)
        .map(({ key, label, icon, step }) => ({ key, label, icon, onSelect: () => move(link.id, step) })),
      {
        key: 'remove',
        label: t('editor.remove'),
        icon: <Trash2 size={14} aria-hidden />,
        isSeparated: true,
        onSelect: () => openRemoveDialog('link', link),
      },
    ]
  }
  const add = mayEdit ? (
    <Button icon={<Plus size={14} />} type="primary" onClick={() => openLinkDialog(place, null)}>
      {t('editor.addLink')}
    </Button>
  ) : null
  return (
    <DataTable
      name={`menus.${place}`}
      label={t(`editor.part.${place}`)}
      columns={columns}
      rows={links}
      rowKey={({ id }) => id}
      onOpen={(link) => (mayEdit && !link.isFixed ? openLinkDialog(place, link) : undefined)}
      rowActions={actionsOf}
      actions={add}
      empty={<EmptyState title={t('editor.noLinks')} action={add} />}
    />
  )
}
