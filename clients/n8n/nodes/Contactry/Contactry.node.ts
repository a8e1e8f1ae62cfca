import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow';
import { fields } from './fields.ts';
import { operations, startJob } from './operations.ts';

export class Contactry implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Contactry',
    name: 'contactry',
    icon: { light: 'file:../../icons/contactry.svg', dark: 'file:../../icons/contactry.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Look people up, run bulk jobs and read the usage',
    defaults: { name: 'Contactry' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'contactryApi', required: true }],
    properties: fields,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const items = this.getInputData();
    const name = `${this.getNodeParameter('resource', 0)}.${this.getNodeParameter('operation', 0)}`;
    if (name === 'job.start') {
      const pairedItem = items.map((_, item) => ({ item }));
      return [[{ json: await startJob(this), pairedItem }]];
    }
    const operate = operations[name];
    if (!operate) throw new NodeOperationError(this.getNode(), `There is no operation ${name}.`);

    const found: INodeExecutionData[] = [];
    for (const item of items.keys()) {
      try {
        for (const json of await operate(this, item)) found.push({ json, pairedItem: { item } });
      } catch (error) {
        const known = error instanceof NodeApiError || error instanceof NodeOperationError;
        const failure = known
          ? error
          : new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: item });
        if (!this.continueOnFail()) throw failure;
        const { message, description } = failure;
        found.push({ json: { error: message, description }, pairedItem: { item } });
      }
    }
    return [found];
  }
}
