import {
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { request } from '../request.ts';
import { eventOptions } from './events.generated.ts';
import { isGenuine } from './signature.ts';

const endpoints = '/api/v1/webhooks/endpoints';

/** What is kept between the runs of a workflow: the endpoint at Contactry, and the secret that it was given. */
interface Kept extends IDataObject {
  endpointId?: string;
  secret?: string;
}

export class ContactryTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Contactry Trigger',
    name: 'contactryTrigger',
    icon: { light: 'file:../../icons/contactry.svg', dark: 'file:../../icons/contactry.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ") || "every event"}}',
    description: 'Starts a workflow when a job ends, a budget is reached, a person opts out, and more',
    defaults: { name: 'Contactry Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'contactryApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        default: [],
        description: 'Empty: every event, also types that are added later',
        options: eventOptions,
      },
    ],
    usableAsTool: undefined,
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node') as Kept;
        const { items } = await request(this, { method: 'GET', path: endpoints });
        const events = [...(this.getNodeParameter('events') as string[])].sort();
        const isSame = (one: IDataObject) =>
          one.id === kept.endpointId &&
          one.url === this.getNodeWebhookUrl('default') &&
          one.enabled === true &&
          JSON.stringify([...(one.events as string[])].sort()) === JSON.stringify(events);
        return kept.secret !== undefined && (items as IDataObject[]).some(isSame);
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node') as Kept;
        const body = {
          url: this.getNodeWebhookUrl('default'),
          name: 'n8n',
          events: this.getNodeParameter('events') as string[],
        };
        const { id, secret } = await request(this, { method: 'POST', path: endpoints, body });
        Object.assign(kept, { endpointId: id, secret });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node') as Kept;
        const path = `${endpoints}/${kept.endpointId}`;
        if (kept.endpointId) await request(this, { method: 'DELETE', path, mayBeGone: true });
        delete kept.endpointId;
        delete kept.secret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node') as Kept;
    const { headers, rawBody } = this.getRequestObject();
    if (!secret || !rawBody || !isGenuine(headers, rawBody, secret)) {
      this.getResponseObject().status(401).json({ message: 'The signature is not valid.' });
      return { noWebhookResponse: true };
    }
    const event = this.getBodyData();
    // "Send a test event" shows that messages arrive. It starts nothing.
    if (event.type === 'endpoint.test') return { webhookResponse: 'OK' };
    return { workflowData: [this.helpers.returnJsonArray({ ...event, id: headers['webhook-id'] })] };
  }
}
