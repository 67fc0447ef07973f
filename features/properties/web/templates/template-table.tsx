import { printGift } from '@qd/gift-content'
import { formatInstant, textOf, useTexts } from '@qd/web-base'
import { call, useCall, useMay } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { Time } from '@qd/web-controls'
import type { MenuItem } from '@qd/web-controls'
import { copyAloud, EmptyState, openConfirm, toast } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import { Button } from 'antd'
import { Copy, Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { giftTemplates, removeGift, saveGift } from '../../contract/index.ts'
import type { GiftTemplate } from '../../contract/index.ts'
import { GiftView } from '../gift/gift-view.tsx'
import { refreshGifts } from './refresh-gifts.ts'
import { openTemplateDialog } from './template-dialog.tsx'

function removeAfterAsking(line: LineRef, { id, revision, name }: GiftTemplate): void {
  openConfirm({
    title: textOf('properties', 'templates.remove'),
    text: textOf('properties', 'templates.removeAsk', { name }),
    action: textOf('properties', 'templates.remove'),
    run: async () => {
      const body = { ...line, id, revision }
      await call(removeGift, { body }, { tag: 'properties:templates.remove', told: 'form' })
      toast.success(textOf('properties', 'templates.removed', { name }))
      refreshGifts()
    },
  })
}

function useColumns(line: LineRef): DataColumn<GiftTemplate>[] {
  const t = useTexts('properties')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('templates.name'),
        holds: 'name',
        text: ({ name }) => name,
        compare: (a, b) => a.name.localeCompare(b.name),
        render: ({ name }) => <bdi>{name}</bdi>,
      },
      {
        key: 'content',
        title: t('templates.content'),
        holds: 'deviceId',
        isGrowing: true,
        text: ({ entries }) => printGift(entries),
        render: ({ entries }) => <GiftView line={line} entries={entries} />,
      },
      {
        key: 'by',
        title: t('column.by'),
        holds: 'roleId',
        text: ({ by }) => by,
        render: ({ by }) => by,
      },
      {
        key: 'at',
        title: t('column.at'),
        holds: 'time',
        text: ({ at }) => formatInstant(at),
        compare: (a, b) => a.at - b.at,
        render: ({ at }) => <Time at={at} />,
      },
    ],
    [t, line],
  )
}

/** Gifts that everybody on the line chooses from. */
export function TemplateTable({ line }: { line: LineRef }): ReactNode {
  const t = useTexts('properties')
  const mayEdit = useMay(saveGift)
  const columns = useColumns(line)
  const { data, error, refetch } = useCall(
    giftTemplates,
    { body: { ...line } },
    {
      tag: 'properties:part.gifts',
      told: 'inline',
    },
  )
  const actionsOf = (gift: GiftTemplate): MenuItem[] => [
    {
      key: 'copy',
      label: t('templates.copy'),
      icon: <Copy size={14} aria-hidden />,
      onSelect: () => void copyAloud(printGift(gift.entries)),
    },
    ...(mayEdit
      ? [
          {
            key: 'edit',
            label: t('templates.edit'),
            icon: <Pencil size={14} aria-hidden />,
            onSelect: () => openTemplateDialog(line, gift),
          },
          {
            key: 'remove',
            label: t('templates.remove'),
            icon: <Trash2 size={14} aria-hidden />,
            isSeparated: true,
            onSelect: () => removeAfterAsking(line, gift),
          },
        ]
      : []),
  ]
  const add = mayEdit ? (
    <Button type="primary" icon={<Plus size={14} />} onClick={() => openTemplateDialog(line, null)}>
      {t('templates.add')}
    </Button>
  ) : undefined
  return (
    <DataTable
      name="properties.gifts"
      label={t('part.gifts')}
      columns={columns}
      rows={data?.list}
      rowKey={({ id }) => id}
      error={error}
      onRetry={() => void refetch()}
      onOpen={(gift) => (mayEdit ? openTemplateDialog(line, gift) : undefined)}
      rowActions={actionsOf}
      actions={add}
      empty={<EmptyState title={t('templates.none')} hint={t('templates.noneHint')} action={add} />}
    />
  )
}
