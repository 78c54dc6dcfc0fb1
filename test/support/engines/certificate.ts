import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../knowledge/temporary-workspace.ts'

/** A certificate for this machine that nobody vouches for; null where there is no `openssl` to make one. */
export function selfSigned(): { key: string; cert: string } | null {
  const folder = temporaryFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const { status } = spawnSync('openssl', [...made, '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert])
  return status === 0 ? { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') } : null
}
