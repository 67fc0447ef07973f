import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface TestCertificate {
  readonly certPath: string
  readonly keyPath: string
  readonly cert: string
  readonly key: string
}

const ecKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

async function read(folder: string, name: string): Promise<TestCertificate> {
  const [certPath, keyPath] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)]
  return {
    certPath,
    keyPath,
    cert: await readFile(certPath, 'utf8'),
    key: await readFile(keyPath, 'utf8'),
  }
}

/** An authority of the test's own. */
export async function makeAuthority(folder: string, name = 'authority'): Promise<TestCertificate> {
  const file = join(folder, name)
  const out = ['-keyout', `${file}.key`, '-out', `${file}.crt`, '-days', '2', '-subj', `/CN=${name}`]
  await run('openssl', ['req', '-x509', ...ecKey, ...out])
  return read(folder, name)
}

/** A certificate of that authority for names such as `DNS:redis.test` or `IP:127.0.0.1`. */
export async function makeCertificate(
  folder: string,
  authority: TestCertificate,
  { name, names }: { name: string; names: string },
): Promise<TestCertificate> {
  const file = join(folder, name)
  const request = ['-keyout', `${file}.key`, '-out', `${file}.csr`, '-subj', `/CN=${name}`]
  await run('openssl', ['req', ...ecKey, ...request])
  await writeFile(`${file}.ext`, `subjectAltName=${names}\n`)
  const signed = ['-CA', authority.certPath, '-CAkey', authority.keyPath, '-CAcreateserial', '-days', '2']
  const out = ['-in', `${file}.csr`, '-out', `${file}.crt`, '-extfile', `${file}.ext`]
  await run('openssl', ['x509', '-req', ...out, ...signed])
  return read(folder, name)
}
