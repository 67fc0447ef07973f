import { useTexts } from '@qd/web-base'
import { useMay, call } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import {
  NumberField,
  SecretField,
  SelectField,
  SwitchField,
  TextField,
  TextListField,
  TimeField,
  useZodForm,
} from '@qd/web-forms'
import type { ReactNode } from 'react'
import { allowNetworks, editSecrets, saveServer } from '../../contract/index.ts'
import type { LineEntry, ServerEntry } from '../../contract/index.ts'
import { useCatalogue } from '../page/chosen.ts'
import { KeyRotation } from './key-rotation.tsx'
import { CodecField } from './codec-field.tsx'
import { RecordFrame } from '../records/record-frame.tsx'
import type { OpenedProps } from '../records/record-panel.tsx'
import styles from './server-form.module.css'
import { saveBody, serverInput, serverSchema } from './server-values.ts'
import { TestButton, TestResults } from '../connection-test/test-results.tsx'
import { useRefresh } from '../tree/use-tree.ts'
import { useServerTest } from '../connection-test/use-server-test.ts'

function Connection({ record, line }: { record: ServerEntry | undefined; line: LineEntry }): ReactNode {
  const t = useTexts('catalogue')
  const place = {
    game: line.game,
    operator: line.partnerCode,
    lineId: line.lineId,
    environment: line.environment,
  }
  const maySetKeys = useMay(editSecrets, place)
  const mayOpen = useMay(allowNetworks, place)
  const isManaged = record?.isManaged === true
  return (
    <>
      <h3 className={styles.section}>
        {t('section.connection')}
        {isManaged ? <Tag title={t('help.managed')}>{t('managed')}</Tag> : null}
      </h3>
      {isManaged ? <p className={styles.hint}>{t('help.managed')}</p> : null}
      <TextField
        name="apiUrl"
        label={t('field.apiUrl')}
        help={t('help.apiUrl')}
        isMono
        isRequired
        isDisabled={isManaged}
      />
      <div className={styles.pair}>
        <TextField name="serverId" label={t('field.serverId')} isMono isRequired isDisabled={isManaged} />
        <TextField name="keyId" label={t('field.keyId')} isMono isRequired isDisabled={isManaged} />
      </div>
      <SecretField
        name="hashKey"
        label={t('field.hashKey')}
        help={t(maySetKeys ? 'help.hashKey' : 'help.hashKeyForbidden')}
        isSet={record?.hasHashKey === true}
        isDisabled={isManaged || !maySetKeys}
      />
      <TextField name="ws" label={t('field.ws')} help={t('help.ws')} isMono isDisabled={isManaged} />
      <div className={styles.flags}>
        <SwitchField name="allowPlain" label={t('field.allowPlain')} isDisabled={isManaged} />
        <SwitchField name="allowPrivate" label={t('field.allowPrivate')} isDisabled={isManaged || !mayOpen} />
        <SwitchField
          name="allowLoopback"
          label={t('field.allowLoopback')}
          isDisabled={isManaged || !mayOpen}
        />
      </div>
      <p className={styles.hint}>{t(mayOpen ? 'help.networks' : 'help.networksForbidden')}</p>
    </>
  )
}

/** What the server may do by itself: from where, and under which keys. */
function Calls({ record, line }: { record: ServerEntry | undefined; line: LineEntry }): ReactNode {
  const t = useTexts('catalogue')
  return (
    <>
      <h3 className={styles.section}>{t('section.calls')}</h3>
      <TextListField
        name="openAddresses"
        label={t('field.openAddresses')}
        help={t('help.openAddresses')}
        isDisabled={record?.isManaged === true}
      />
      {record === undefined || record.isManaged ? null : <KeyRotation record={record} line={line} />}
    </>
  )
}

type ServerFormProps = OpenedProps<ServerEntry> & { line: LineEntry; siblings: readonly LineEntry[] }

/** A server with its connection, its frame layout, and the test of both. */
export function ServerForm(props: ServerFormProps): ReactNode {
  const t = useTexts('catalogue')
  const { settle } = useCatalogue()
  const refresh = useRefresh()
  const { record, line, siblings } = props
  const { lineId, game, partnerCode } = line
  const form = useZodForm({
    schema: serverSchema,
    initial: serverInput(record, lineId),
    send: (values) =>
      call(saveServer, { body: saveBody(values, record, lineId) }, { tag: 'catalogue:title', told: 'form' }),
    onSent: async (_reply, values) => {
      await refresh()
      settle({ kind: 'server', lineId: values.lineId, sId: values.sId })
    },
    issueText: (issue) =>
      issue.path[0] === 'codec' && issue.code === 'custom' ? t('codec.wrong') : undefined,
  })
  const test = useServerTest(lineId)
  const deletion = record && {
    name: record.serviceName,
    place: { game, partnerCode, lineId, sId: record.sId, revision: record.revision },
    below: { operators: 0, lines: 0, servers: 0 },
    onDeleted: () => settle({ kind: 'line', game, partnerCode, lineId }),
  }
  return (
    <>
      <RecordFrame
        {...props}
        form={form}
        isEditable={line.isEditable}
        deletion={deletion}
        extra={<TestButton test={test} values={form.values} />}
      >
        <div className={styles.pair}>
          <NumberField name="sId" label="sId" isRequired isDisabled={record !== undefined} />
          <TextField name="serviceName" label={t('field.name')} isRequired isFirst />
        </div>
        <div className={styles.pair}>
          <TimeField name="openedAt" label={t('field.openedAt')} help={t('help.openedAt')} />
          {record === undefined ? (
            <SwitchField name="enabled" label={t('field.enabled')} />
          ) : (
            <SelectField
              name="lineId"
              label={t('kind.line')}
              options={siblings.map(({ lineId: value, name }) => ({ value, label: name }))}
            />
          )}
        </div>
        {record === undefined ? null : <SwitchField name="enabled" label={t('field.enabled')} />}
        <TextListField name="labels" label={t('field.labels')} help={t('help.labels')} />
        <Connection record={record} line={line} />
        <Calls record={record} line={line} />
        <CodecField />
      </RecordFrame>
      <TestResults test={test} />
    </>
  )
}
