import type { ApprovalsFeature } from '@qd/approvals/server'
import type { JobsFeature } from '@qd/jobs/server'
import { createMailFeature } from '@qd/mail/server'
import type { PropertiesFeature } from '@qd/properties/server'
import type { ScopeFeature } from '@qd/scope/server'
import type { CurrenciesOf, FilesPort, ServerFeature } from '@qd/server-kit'
import type { Store } from '@qd/store'

interface MailParts {
  store: Store<never>
  scope: Pick<ScopeFeature, 'reach' | 'port'>
  jobs: Pick<JobsFeature, 'port' | 'endingsOf' | 'isVetoed'>
  files: { port: FilesPort }
  properties: Pick<PropertiesFeature, 'limits' | 'worth'>
  currenciesOf: CurrenciesOf
  approvals: Pick<ApprovalsFeature, 'requests' | 'rollbacks'>
}

/** Mail to players, within the limits of items, as jobs. */
export function composeMail(parts: MailParts): ServerFeature {
  const { store, scope, jobs, files, properties, currenciesOf, approvals } = parts
  return createMailFeature({
    store: store.as(),
    reach: scope.reach,
    scope: scope.port,
    jobs: jobs.port,
    endingsOf: (ids) => jobs.endingsOf(ids),
    isVetoed: (jobId) => jobs.isVetoed(jobId),
    files: files.port,
    limits: properties.limits,
    worth: properties.worth,
    currenciesOf,
    requests: approvals.requests,
    rollbacks: approvals.rollbacks,
  })
}
