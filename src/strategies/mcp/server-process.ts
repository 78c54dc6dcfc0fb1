import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/**
 * The transport over a process of its own. As a class of its own the SDK negotiates with the one process there is, and
 * starts no second one just to ask which protocol it speaks: a retriever may take minutes and gigabytes to start.
 */
export class ServerProcess extends StdioClientTransport {}
