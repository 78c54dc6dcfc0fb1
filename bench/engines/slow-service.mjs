// The same retriever over HTTP: prints its address.
import { createServer } from 'node:http'
import { answerOf } from './answer.mjs'

const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const { query, k } = JSON.parse(body)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(await answerOf(query, k)))
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`))
