import { z } from '@qd/contract-kit'
import { useTexts } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { NumberField, TextField, useZodForm } from '@qd/web-forms'
import type { ReactNode } from 'react'
import { codeText, nameText, platformNumber, saveOperator } from '../../contract/index.ts'
import type { OperatorEntry } from '../../contract/index.ts'
import { useCatalogue } from '../page/chosen.ts'
import { RecordFrame } from './record-frame.tsx'
import type { OpenedProps } from './record-panel.tsx'
import type { Tree } from '../tree/tree-rows.ts'
import { useRefresh } from '../tree/use-tree.ts'

const schema = z.object({ partnerCode: codeText, platform: platformNumber, name: nameText })

/** The smallest platform number no operator of the game has. */
function freePlatform(tree: Tree, game: string): number {
  const used = new Set(tree.operators.filter((each) => each.game === game).map((each) => each.platform))
  let platform = 1
  while (used.has(platform)) platform += 1
  return platform
}

/** An operator with the platform number its players' uIds begin with. */
export function OperatorForm(props: OpenedProps<OperatorEntry> & { game: string; tree: Tree }): ReactNode {
  const t = useTexts('catalogue')
  const { settle } = useCatalogue()
  const refresh = useRefresh()
  const { record, tree, game } = props
  const lines = tree.lines.filter((line) => line.game === game && line.partnerCode === record?.partnerCode)
  const servers = lines.reduce((sum, line) => sum + line.servers, 0)
  const form = useZodForm({
    schema,
    initial: {
      partnerCode: record?.partnerCode ?? '',
      platform: record?.platform ?? freePlatform(tree, game),
      name: record?.name ?? '',
    },
    send: (values) =>
      call(
        saveOperator,
        { body: { ...values, game, revision: record?.revision ?? 0 } },
        { tag: 'catalogue:title', told: 'form' },
      ),
    onSent: async (_reply, { partnerCode }) => {
      await refresh()
      settle({ kind: 'operator', game, partnerCode })
    },
  })
  const deletion = record && {
    name: record.name,
    place: { game, partnerCode: record.partnerCode, revision: record.revision },
    below: { operators: 0, lines: lines.length, servers },
    onDeleted: () => settle(null),
  }
  return (
    <RecordFrame {...props} form={form} isEditable={record?.isEditable ?? true} deletion={deletion}>
      <TextField name="name" label={t('field.name')} isRequired isFirst />
      <TextField
        name="partnerCode"
        label={t('field.partnerCode')}
        help={t('help.id')}
        isMono
        isRequired
        isDisabled={record !== undefined}
      />
      <NumberField
        name="platform"
        label={t('field.platform')}
        help={t(servers > 0 ? 'help.platformFixed' : 'help.platform')}
        isRequired
        isDisabled={servers > 0}
      />
    </RecordFrame>
  )
}
