import { ENVIRONMENTS, schemas, z } from '@qd/contract-kit'
import { useKitText, useTexts } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { SelectField, TextField, useZodForm } from '@qd/web-forms'
import type { ReactNode } from 'react'
import { channelRecord, codeText, nameText, saveLine } from '../../contract/index.ts'
import type { LineEntry } from '../../contract/index.ts'
import { ChannelsField } from './channels-field.tsx'
import { useCatalogue } from '../page/chosen.ts'
import { RecordFrame } from './record-frame.tsx'
import type { OpenedProps } from './record-panel.tsx'
import { useRefresh } from '../tree/use-tree.ts'

const schema = z.object({
  lineId: codeText,
  lineCode: codeText,
  name: nameText,
  environment: schemas.environment,
  channels: z.array(channelRecord).check(z.maxLength(500)),
})

type LineFormProps = OpenedProps<LineEntry> & { game: string; partnerCode: string }

/** A line with its environment and the channels it offers. */
export function LineForm(props: LineFormProps): ReactNode {
  const t = useTexts('catalogue')
  const kit = useKitText()
  const { settle } = useCatalogue()
  const refresh = useRefresh()
  const { record, game, partnerCode } = props
  const form = useZodForm({
    schema,
    initial: {
      lineId: record?.lineId ?? '',
      lineCode: record?.lineCode ?? '',
      name: record?.name ?? '',
      environment: record?.environment ?? 'test',
      channels: record?.channels.map(({ code, name }) => ({ code, name })) ?? [],
    },
    send: (values) =>
      call(
        saveLine,
        { body: { ...values, game, partnerCode, revision: record?.revision ?? 0 } },
        { tag: 'catalogue:title', told: 'form' },
      ),
    onSent: async (_reply, { lineId }) => {
      await refresh()
      settle({ kind: 'line', game, partnerCode, lineId })
    },
  })
  const deletion = record && {
    name: record.name,
    place: { game, partnerCode, lineId: record.lineId, revision: record.revision },
    below: { operators: 0, lines: 0, servers: record.servers },
    onDeleted: () => settle({ kind: 'operator', game, partnerCode }),
  }
  return (
    <RecordFrame {...props} form={form} isEditable={record?.isEditable ?? true} deletion={deletion}>
      <TextField name="name" label={t('field.name')} isRequired isFirst />
      <TextField
        name="lineId"
        label={t('field.lineId')}
        help={t('help.lineId')}
        isMono
        isRequired
        isDisabled={record !== undefined}
      />
      <TextField name="lineCode" label={t('field.lineCode')} help={t('help.lineCode')} isMono isRequired />
      <SelectField
        name="environment"
        label={t('field.environment')}
        help={t('help.environment')}
        isRequired
        options={ENVIRONMENTS.map((value) => ({ value, label: kit(`environment.${value}`) }))}
      />
      <ChannelsField name="channels" />
    </RecordFrame>
  )
}
