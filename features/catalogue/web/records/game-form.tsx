import { z } from '@qd/contract-kit'
import { useTexts } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { TextField, useZodForm } from '@qd/web-forms'
import type { ReactNode } from 'react'
import { codeText, nameText, saveGame } from '../../contract/index.ts'
import type { GameEntry } from '../../contract/index.ts'
import { useCatalogue } from '../page/chosen.ts'
import { RecordFrame } from './record-frame.tsx'
import type { OpenedProps } from './record-panel.tsx'
import type { Tree } from '../tree/tree-rows.ts'
import { useRefresh } from '../tree/use-tree.ts'

/** A base as typed; empty: none of its own. */
const baseText = z.string().check(z.trim(), z.regex(/^\d{0,15}$/))
const schema = z
  .object({ game: codeText, name: nameText, code: codeText, platformBase: baseText, serverBase: baseText })
  .check(
    z.refine(({ platformBase, serverBase }) => (platformBase === '') === (serverBase === ''), {
      path: ['serverBase'],
    }),
    z.refine(
      ({ platformBase, serverBase }) =>
        platformBase === '' || (Number(serverBase) > 0 && Number(platformBase) > Number(serverBase)),
      { path: ['platformBase'] },
    ),
  )

function basesOf({ platformBase, serverBase }: { platformBase: string; serverBase: string }) {
  return platformBase === '' ? null : { platformBase: Number(platformBase), serverBase: Number(serverBase) }
}

/** A game: its id stays, its names may change. */
export function GameForm(props: OpenedProps<GameEntry> & { tree: Tree }): ReactNode {
  const t = useTexts('catalogue')
  const { settle } = useCatalogue()
  const refresh = useRefresh()
  const { record, tree } = props
  const form = useZodForm({
    schema,
    initial: {
      game: record?.game ?? '',
      name: record?.name ?? '',
      code: record?.code ?? '',
      platformBase: String(record?.uIdBases?.platformBase ?? ''),
      serverBase: String(record?.uIdBases?.serverBase ?? ''),
    },
    send: ({ platformBase, serverBase, ...values }) => {
      const uIdBases = basesOf({ platformBase, serverBase })
      const isSaid = uIdBases !== null || (record?.uIdBases ?? null) !== null
      const body = { ...values, ...(isSaid ? { uIdBases } : {}), revision: record?.revision ?? 0 }
      return call(saveGame, { body }, { tag: 'catalogue:title', told: 'form' })
    },
    onSent: async (_reply, { game }) => {
      await refresh()
      settle({ kind: 'game', game })
    },
  })
  const lines = tree.lines.filter((line) => line.game === record?.game)
  const deletion = record && {
    name: record.name,
    place: { game: record.game, revision: record.revision },
    below: {
      operators: tree.operators.filter((operator) => operator.game === record.game).length,
      lines: lines.length,
      servers: lines.reduce((sum, line) => sum + line.servers, 0),
    },
    onDeleted: () => settle(null),
  }
  return (
    <RecordFrame
      {...props}
      form={form}
      isEditable={record?.isEditable ?? tree.canAddGames}
      deletion={deletion}
    >
      <TextField name="name" label={t('field.name')} isRequired isFirst />
      <TextField
        name="game"
        label={t('field.id')}
        help={t('help.id')}
        isMono
        isRequired
        isDisabled={record !== undefined}
      />
      <TextField name="code" label={t('field.code')} isMono isRequired />
      <TextField name="platformBase" label={t('field.platformBase')} isMono />
      <TextField name="serverBase" label={t('field.serverBase')} help={t('help.uIdBases')} isMono />
    </RecordFrame>
  )
}
